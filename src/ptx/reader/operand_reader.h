// Reads the operands of one instruction.
#pragma once

#include <vector>

#include "ptx/module.h"
#include "ptx/reader/cursor.h"
#include "ptx/reader/names.h"

namespace whet::ptx {

// A name that was not known where it was read: a label further down, or something of the module.
struct OpenName {
  std::string_view name;
  uint32_t scope = 0;
  uint32_t line = 0;
  uint32_t instruction = 0;
  uint32_t operand = k_none;  // its position when it stands alone, as labels do
};

class OperandReader {
 public:
  OperandReader(Cursor& cursor, Names& names, std::vector<OpenName>& open)
      : cursor_(cursor), names_(names), open_(open) {}

  // Everything up to the `;`, which stays.
  Result<void> read_all(Instruction& instruction, uint32_t index);

 private:
  Result<Operand> read_operand(int depth);
  Result<Operand> read_group(Operand::Kind kind, std::string_view close, int depth);
  Result<Operand> read_address(int depth);
  Result<void> read_coordinates(Operand& address, int depth);
  Result<Operand> read_immediate();
  Result<Operand> read_name();
  Result<Operand> read_register(std::string_view name, uint32_t index);
  Operand read_special(std::string_view name);
  Result<Operand> read_symbol(std::string_view name);
  Result<void> read_offset(Operand& operand);

  Cursor& cursor_;
  Names& names_;
  std::vector<OpenName>& open_;
  uint32_t instruction_ = 0;
  bool is_double_ = false;
};

}  // namespace whet::ptx
