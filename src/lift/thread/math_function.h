// Math functions by the names under which compilers call them: `expf`, `__nv_expf`, `__nv_fast_expf`, `__expf`.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

// Nothing when the name is none of them, or the number of arguments is not that of the function.
std::optional<Expr> math_function(Arena& arena, std::string_view name, const std::vector<Expr>& args);

}  // namespace whet::lift
