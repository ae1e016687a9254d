// The line tables of a cubin, taken apart by function.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "binary/cubin/cubin_functions.h"

namespace whet {

// The PTX text a -lineinfo cubin carries. A cubin linked from several modules carries one text for each, here joined.
struct EmbeddedPtx {
  std::vector<std::string> lines;
  std::map<std::string_view, uint32_t>
      lines_before;  // by section name: how many lines of other modules come before its own
};

EmbeddedPtx read_embedded_ptx(const Elf& elf);

// Fills CubinFunction::lines from .debug_line and .nv_debug_line_sass; leaves it empty where the cubin has none.
Result<void> attach_line_maps(const Elf& elf, const std::vector<ElfSymbol>& symbols, const EmbeddedPtx& ptx,
                              FunctionTable& table);

}  // namespace whet
