// A formula of a problem as an expression of a meaning: "ceil_div(rows * cols, 256)".
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lift/expression/arena.h"

namespace whet {

// Sums, products, ceil_div and floor of a quotient of whole numbers; `named` gives the value of a name. Nothing: the
// formula has more in it.
std::optional<lift::Expr> formula_expression(lift::Arena& arena, const std::string& formula,
                                             const std::function<std::optional<lift::Expr>(const std::string&)>& named);

}  // namespace whet
