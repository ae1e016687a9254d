// Which values an array may have, according to its fill, and how it is divided into rows.
#pragma once

#include "problem/data/resolve.h"
#include "problem/formula/range.h"

namespace whet {

ValueRange value_range(const ResolvedArgument& argument);
Rows rows_of(const ResolvedArgument& argument);

}  // namespace whet
