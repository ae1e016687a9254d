// Maps machine instructions to the PTX instructions they were compiled from.
#pragma once

#include <cstdint>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "binary/lines/line_map.h"
#include "ptx/module.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

// What an instruction does; the same kinds for PTX and SASS.
enum class OpKind : uint8_t {
  other,
  branch,
  barrier,
  shuffle,  // also votes, matches and warp reductions
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
  special,        // ex2, sin, ...: one MUFU, possibly with scaling
  multiply,       // 32-bit integers: one IMAD
  multiply_wide,  // with 64-bit operands or result: exactly one IMAD.WIDE among others
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
// Whether a machine instruction does what the PTX instruction asks for. The assembler may know the space of an access
// that is generic in PTX; wmma moves matrices with plain loads and stores.
bool has_kind_of(const ptx::Instruction& ptx, OpKind sass);

// How freely the assembler moves an instruction.
enum class Anchor : uint8_t {
  none,    // guarded where PTX is not: a branch was converted into predicates
  loose,   // address arithmetic, moves, compares: moved and duplicated freely
  math,    // may be moved out of a loop
  load,    // may be moved out of a loop if nothing is written
  branch,  // stays, but unrolling removes or duplicates it
  fixed,   // stores, atomics, barriers, shuffles, tensor instructions
};

// The PTX instruction of one machine instruction.
struct JoinedInstruction {
  uint32_t ptx = ptx::k_none;      // index into Program::origins
  OpKind op_kind = OpKind::other;  // of both if they do the same, otherwise other
  Anchor anchor = Anchor::none;
  bool one_to_one = false;  // the PTX instruction becomes exactly one of these, so several are copies
};

// Per machine instruction. If a line has several PTX instructions, the first that does the same is used.
std::vector<JoinedInstruction> join_lines(const Program& program, const KernelCode& code, const LineMap& lines);

}  // namespace whet::vgpu
