// Integers as words of bits.
#pragma once

#include <initializer_list>
#include <string_view>

#include "lift/expression/arena.h"

namespace whet::lift {

bool is_call_to(const Arena& arena, Expr e, std::initializer_list<std::string_view> names);
// What a word holds whatever was computed before: it was loaded, or made by an instruction that cannot wrap.
bool is_exact(const Arena& arena, Expr e);
// Numbers that leave 32 or 64 bits as a rule.
bool does_wrap(const Arena& arena, Expr e);
// What an operation on bits gives.
bool is_word(const Arena& arena, Expr e);
// The word as a signed number.
Expr as_word(Arena& arena, Expr e, int bits);

}  // namespace whet::lift
