// The numbers that reductions across memory and in parts are tried with, the likeliest to be fast first.
#pragma once

#include <vector>

#include "write/schedule/columns.h"
#include "write/schedule/split.h"
#include "write/subject/nest.h"

namespace whet::write {

std::vector<ColumnsNumbers> columns_numbers(const Subject& subject, const Nest& nest);
std::vector<SplitNumbers> split_numbers(const Subject& subject, const Nest& nest);
// Whether rows are so few and long that a second kernel for their parts costs less than it gains.
bool is_worth_splitting(const Subject& subject, const Nest& nest);

}  // namespace whet::write
