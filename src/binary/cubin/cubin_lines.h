// The line tables of a cubin, split by function.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "binary/cubin/cubin_functions.h"

namespace whet {

// The PTX text in a -lineinfo cubin. A cubin linked from several modules has one text for each; they are joined here.
struct EmbeddedPtx {
  std::vector<std::string> lines;
  std::map<std::string_view, uint32_t> lines_before;  // by section name: number of lines of the modules before it
};

EmbeddedPtx read_embedded_ptx(const Elf& elf);

// Fills CubinFunction::lines from .debug_line and .nv_debug_line_sass; it stays empty where the cubin has none.
Result<void> attach_line_maps(const Elf& elf, const std::vector<ElfSymbol>& symbols, const EmbeddedPtx& ptx,
                              FunctionTable& table);

}  // namespace whet
