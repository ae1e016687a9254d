#include "binary/cubin/cubin.h"

#include "binary/container/cubin_identity.h"
#include "binary/container/elf.h"
#include "binary/cubin/cubin_functions.h"
#include "binary/cubin/cubin_lines.h"

namespace whet {

namespace {

// Bank 0 is excluded: it holds parameters and launch values, whose size each kernel has already.
std::map<std::string, uint64_t> constant_banks(const Elf& elf) {
  std::map<std::string, uint64_t> banks;
  for (const ElfSection& section : elf.sections) {
    if (section.name.starts_with(".nv.constant") && !section.name.starts_with(".nv.constant0."))
      banks[std::string(section.name)] = section.size;
  }
  return banks;
}

}  // namespace

Result<Cubin> read_cubin(ByteView bytes) {
  TRY(elf, read_elf(bytes));
  TRY(architecture, cubin_architecture(elf));
  TRY(symbols, read_symbols(elf));
  FunctionTable table = find_functions(elf, symbols, architecture);
  TRY(unknown_attributes, apply_attributes(elf, symbols, table));
  EmbeddedPtx ptx = read_embedded_ptx(elf);
  TRY_VOID(attach_line_maps(elf, symbols, ptx, table));
  return Cubin{architecture,         cubin_toolkit(elf),  std::move(table.functions),
               std::move(ptx.lines), constant_banks(elf), unknown_attributes};
}

}  // namespace whet
