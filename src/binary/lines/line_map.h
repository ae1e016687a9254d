// The origin of each SASS instruction: its PTX line and its source line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "util/bytes.h"
#include "util/result.h"

namespace whet {

struct LineEntry {
  uint32_t offset = 0;      // SASS byte offset in the function from which this row applies
  uint32_t file = 0;        // index into LineMap::files
  uint32_t line = 0;        // 1-based
  int32_t inlined_at = -1;  // index in the same table of the call's row; -1: not inlined
};

// The two line tables of one function, each sorted by offset.
struct LineMap {
  std::vector<std::string> files;
  std::vector<LineEntry> source;  // from .debug_line
  std::vector<LineEntry> ptx;     // from .nv_debug_line_sass; file is not used

  bool empty() const { return source.empty() && ptx.empty(); }
  // The row that applies at `offset`, or nullptr.
  const LineEntry* source_at(uint32_t offset) const;
  const LineEntry* ptx_at(uint32_t offset) const;
  // The innermost place outside the toolkit's headers that the instruction was inlined into, else the innermost of all,
  // or nullptr.
  const LineEntry* user_place_at(uint32_t offset) const;
};

// Wrappers of intrinsics are inlined from such files: "/usr/local/cuda/include/sm_30_intrinsics.hpp".
bool is_toolkit_header(const std::string& file);

// One row of a DWARF line program: `address` is relative to the section that the sequence is relocated against.
struct LineRow {
  uint64_t address = 0;
  uint32_t file = 0;  // index into LineProgram::files
  uint32_t line = 0;
  uint32_t context = 0;  // NVIDIA extension: 1-based number of the row it was inlined at; 0: none
  bool ends_sequence = false;
};

struct LineSequence {
  uint64_t address_slot = 0;  // offset of the DW_LNE_set_address operand, which is relocated
  std::vector<LineRow> rows;
};

struct LineProgram {
  std::vector<std::string> files;
  std::vector<LineSequence> sequences;
};

// Every line program of a .debug_line or .nv_debug_line_sass section (DWARF 2 to 5).
Result<std::vector<LineProgram>> read_line_programs(ByteView section);

}  // namespace whet
