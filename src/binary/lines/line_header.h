// The header of a DWARF line program (versions 2 to 5).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "binary/lines/dwarf_cursor.h"
#include "util/result.h"

namespace whet {

struct LineHeader {
  uint8_t minimum_instruction_bytes = 1;
  int8_t line_base = 0;
  uint8_t line_range = 1;                     // never zero
  uint8_t opcode_base = 1;                    // never zero
  std::array<uint8_t, 256> operand_counts{};  // by standard opcode
  std::vector<std::string> files;             // by the numbers in rows; index 0 is empty before version 5
  DwarfCursor opcodes{ByteView{}};
};

// Reads the header at `section` and advances `section` past the whole program.
Result<LineHeader> read_line_header(DwarfCursor& section);

}  // namespace whet
