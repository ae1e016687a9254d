// Which values an array may be given, by how its problem fills it, and how it is cut into rows.
#pragma once

#include "problem/data/resolve.h"
#include "problem/formula/range.h"

namespace whet {

ValueRange value_range(const ResolvedArgument& argument);
Rows rows_of(const ResolvedArgument& argument);

}  // namespace whet
