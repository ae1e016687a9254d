// Registers that hold two values: two halves in 32 bits, or the two words of 64 bits.
#pragma once

#include <optional>
#include <utility>

#include "lift/expression/arena.h"

namespace whet::lift {

// The two words of a value are the value again; an exchange of both between lanes is one of the whole.
Expr pack(Arena& arena, Expr low, Expr high);
// `bytes` is the size of the whole. Nothing for a value that was computed as a whole number.
std::optional<std::pair<Expr, Expr>> unpack(Arena& arena, Expr value, int bytes);
// A word of a load of 64 bits is a load of its own.
Expr part_of_load(Arena& arena, Expr e);
bool is_packed(const Arena& arena, Expr e);

}  // namespace whet::lift
