// Reads the operands of one instruction.
#pragma once

#include <vector>

#include "ptx/module.h"
#include "ptx/reader/cursor.h"
#include "ptx/reader/names.h"

namespace whet::ptx {

// A name that was unknown when it was read: a later label, or a name of the module.
struct OpenName {
  std::string_view name;
  uint32_t scope = 0;
  uint32_t line = 0;
  uint32_t instruction = 0;
  uint32_t operand = k_none;  // its position when it is a whole operand, as labels are
};

class OperandReader {
 public:
  OperandReader(Cursor& cursor, Names& names, std::vector<OpenName>& open)
      : cursor_(cursor), names_(names), open_(open) {}

  // Reads everything up to the `;`, which is not taken.
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
