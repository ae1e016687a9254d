// Machine instructions beside the PTX instructions they were made from.
#pragma once

#include <cstdint>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "binary/lines/line_map.h"
#include "ptx/module.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// What an instruction does, told alike of PTX and SASS.
enum class OpKind : uint8_t {
  other,
  branch,
  barrier,
  shuffle,  // votes, matches and warp reductions too
  load_global,
  load_shared,
  load_local,
  load_generic,
  store_global,
  store_shared,
  store_local,
  store_generic,
  atomic,
  async_copy,
  matrix,
  tensor,
  float_math,     // f32, f64 and halves: add, multiply, fused, minimum, maximum
  special,        // ex2, sin, ...: one MUFU and perhaps scaling
  multiply,       // 32-bit integers: one IMAD
  multiply_wide,  // to or of 64 bits: IMAD.WIDE once, whatever else
  logic,          // 32-bit words: at most one LOP3
  shift,          // 32-bit words: one SHF
};

OpKind op_kind_of(const ptx::Instruction& instruction);
OpKind op_kind_of(const Instruction& instruction);
constexpr bool is_load(OpKind op_kind) {
  return op_kind >= OpKind::load_global && op_kind <= OpKind::load_generic;
}
constexpr bool is_store(OpKind op_kind) {
  return op_kind >= OpKind::store_global && op_kind <= OpKind::store_generic;
}
// Whether a machine instruction does what the PTX instruction asks for. The assembler may know the space of what PTX
// calls generic; wmma moves matrices by plain loads and stores.
bool has_kind_of(const ptx::Instruction& ptx, OpKind sass);

// How firmly an instruction stands in its place.
enum class Anchor : uint8_t {
  none,    // guarded where PTX is not: a branch made into predicates
  loose,   // address arithmetic, moves, compares: moved and repeated at will
  math,    // may leave a loop
  load,    // may leave a loop when nothing is written
  branch,  // stays, but vanishes or is repeated with unrolling
  fixed,   // stores, atomics, barriers, shuffles, tensor instructions
};

// One machine instruction's PTX.
struct JoinedInstruction {
  uint32_t ptx = ptx::k_none;      // index into Program::origins
  OpKind op_kind = OpKind::other;  // of both when they do the same, else other
  Anchor anchor = Anchor::none;
  bool one_to_one = false;  // the PTX instruction becomes exactly one of these, so repeats are copies
};

// Per machine instruction. Where a line holds several PTX instructions, the one that does the same is taken.
std::vector<JoinedInstruction> join_lines(const Program& program, const KernelCode& code, const LineMap& lines);

}  // namespace whet::vgpu
