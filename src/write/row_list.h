// The numbers that `rows` is tried with, the likeliest to be fast first.
#pragma once

#include <vector>

#include "write/schedule/rows.h"
#include "write/subject/nest.h"

namespace whet::write {

std::vector<RowsNumbers> rows_numbers(const Subject& subject, const Nest& nest);

}  // namespace whet::write
