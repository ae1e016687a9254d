// The numbers that schedules of updates are tried with, the likeliest to be fast first.
#pragma once

#include <vector>

#include "write/schedule/histogram.h"
#include "write/schedule/scatter.h"
#include "write/subject/nest.h"

namespace whet::write {

std::vector<HistogramNumbers> histogram_numbers(const Subject& subject, const Nest& nest);
std::vector<ScatterNumbers> scatter_numbers(const Subject& subject, const Nest& nest);

}  // namespace whet::write
