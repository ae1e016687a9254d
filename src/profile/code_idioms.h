// Machine instructions by which an idiom of the compiler is recognised.
#pragma once

#include "binary/sass/instruction.h"

namespace whet {

inline bool is_fp64(const Instruction& in) {
  return in.op_class == OpClass::fp64;
}
inline bool is_special_function(const Instruction& in) {
  return in.op_class == OpClass::special;
}
// An integer division by a number that is not known at compile time rounds a reciprocal up: I2F.RP, I2F.U64.RP.
inline bool starts_integer_division(const Instruction& in) {
  return in.name == "I2F" && in.modifiers.contains(".RP");
}
// A correctly rounded fp32 division checks its operands first.
inline bool checks_float_division(const Instruction& in) {
  return in.name == "FCHK";
}
// Spilled registers, and arrays that do not fit in registers.
inline bool accesses_local_memory(const Instruction& in) {
  return in.op_class == OpClass::load_local || in.op_class == OpClass::store_local;
}
inline bool is_block_barrier(const Instruction& in) {
  return in.name == "BAR";
}

}  // namespace whet
