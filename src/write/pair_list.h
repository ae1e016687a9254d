// The numbers that schedules are tried with whose terms are those of other elements, the likeliest to be fast first.
#pragma once

#include <vector>

#include "write/schedule/pairwise.h"
#include "write/schedule/scan.h"
#include "write/subject/nest.h"

namespace whet::write {

std::vector<PairwiseNumbers> pairwise_numbers(const Subject& subject, const Nest& nest);
std::vector<ScanNumbers> scan_numbers(const Subject& subject, const Nest& nest);

}  // namespace whet::write
