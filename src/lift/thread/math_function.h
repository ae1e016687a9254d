// Math functions by the names under which compilers call them: `expf`, `__nv_expf`, `__nv_fast_expf`, `__expf`.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

// Nothing when the name is none of them, or the number of arguments is not that of the function.
std::optional<Expr> math_function(Arena& arena, std::string_view name, const std::vector<Expr>& args);
// Those that give an integer, or take one as their second argument: lround, ldexp, powi, isinf.
std::optional<Expr> mixed_function(Arena& arena, std::string_view name, const std::vector<Expr>& args);
// sincos and sincospi, which store both.
std::optional<std::pair<Expr, Expr>> sine_and_cosine(Arena& arena, std::string_view name, Expr x);

}  // namespace whet::lift
