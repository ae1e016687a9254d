// Reads the initial value of a variable.
//
//   = {1, 2, {3, 4}}, = 0f3F800000, = "text", = generic(table)+8, = {0xFF(f), 0xFF00(f), ...}
#pragma once

#include <vector>

#include "ptx/module.h"
#include "ptx/reader/cursor.h"

namespace whet::ptx {

// Starts after the `=`. `dimensions` are those of the variable, outermost first; 0 for the first of `x[]`, whose size
// is then given by the initialiser. Sets `initial`, `relocations` and, for `x[]`, `bytes`.
Result<void> read_initializer(Cursor& cursor, Variable& variable, const std::vector<uint64_t>& dimensions);

}  // namespace whet::ptx
