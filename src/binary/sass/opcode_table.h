// The table of SASS opcodes: the name, the class of work, the operand layout, and the decoder of the modifiers.
#pragma once

#include <cstdint>
#include <string_view>

#include "binary/sass/instruction.h"
#include "binary/sass/sass_word.h"

namespace whet {

// How the general registers of an instruction are found.
enum class OperandKind : uint8_t {
  unknown,
  none,     // uses no general register
  fixed,    // Rd, Ra, Rb, Rc in their fixed fields
  alu_1,    // Rd from B, which is a register in form 1 only
  alu_2,    // Rd from A and B
  alu_2c,   // Rd from A and C
  alu_3,    // Rd from A, B and C
  convert,  // alu_1, with the sizes encoded in the instruction
  move,
  special_register,  // one register or a pair
  load,
  store,
  generic_store,
  wide_load,
  wide_store,
  atomic,
  compare_swap,
  reduction,
  shuffle,
  async_copy,
  matrix_load,
  matrix_store,
  mma,        // fragments sized by the shape
  group_mma,  // warpgroup products
};

// The kind, and the number of registers per operand; 0: no such operand.
struct OperandLayout {
  OperandKind kind = OperandKind::unknown;
  uint8_t d = 0, a = 0, b = 0, c = 0;
};

// Decodes the modifiers of one family of instructions into `instruction`, whose word and name are already set.
using ModifierReader = void (*)(const SassWord& word, int sm, Instruction& instruction);

struct Opcode {
  uint16_t code = 0;  // the low 9 bits; or all 13 when `exact`
  bool exact = false;
  bool uniform_guard = false;  // guarded by a uniform predicate
  uint8_t first_sm = 0, last_sm = 0;
  std::string_view name;
  OpClass op_class = OpClass::unknown;
  OperandLayout operands;
  ModifierReader read_modifiers = nullptr;
};

// The opcode for a 13-bit code (SassWord::opcode) on an architecture, or nullptr, in constant time.
const Opcode* find_opcode(uint32_t code, int sm);

// Whether the table covers the architecture: sm_70 to sm_129.
bool decodes_sm(int sm);

}  // namespace whet
