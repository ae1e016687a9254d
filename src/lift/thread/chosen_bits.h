// Bits that conditions set in a word.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lift/expression/arena.h"

namespace whet::lift {

// x | (c ? 1 : 0) is a choice between x | 1 and x; where x has no such bit, it is a sum.
std::optional<Expr> chosen_bits(Arena& arena, const std::string& opcode, const std::vector<Expr>& words);

}  // namespace whet::lift
