// Words that are read as another kind of number than the one that their array is declared to hold: a formula could not
// say what they are.
//
//   atomicMax((int*)m, __float_as_int(x[i]))     the greatest of integers, not of the numbers that x and m hold
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lift/expression/arena.h"
#include "lift/thread/declared_sign.h"
#include "ptx/module.h"

namespace whet::lift {

inline constexpr const char* k_real_bits = "the bits of floating-point numbers are used as integers";
inline constexpr const char* k_whole_bits = "the bits of integers are used as floating-point numbers";

// Why `e` must not be an operand of this type; nothing: it may. `signs` are those of the arrays of the parameters.
std::optional<std::string> misread(const Arena& arena, Expr e, ptx::Type type, const std::vector<Sign>& signs);

// Why an element of the array must not be combined with a number of this type.
std::optional<std::string> misused(const Arena& arena, Expr array, ptx::Type type, const std::vector<Sign>& signs);

// Why the value must not be stored to the array.
std::optional<std::string> misplaced(const Arena& arena, Expr array, Expr value, const std::vector<Sign>& signs);

// Those whose words `e` may be: itself, and of choices and exchanges between lanes all parts, each once.
std::vector<Expr> moved_words(const Arena& arena, Expr e);

// Whether an instruction computes with its operands instead of moving their bits.
bool computes(const std::string& opcode);

}  // namespace whet::lift
