#include "binary/cubin/cubin_functions.h"

#include <algorithm>
#include <string>
#include <utility>

#include "binary/container/demangle.h"

namespace whet {

namespace {

constexpr std::string_view k_text_prefix = ".text.";
constexpr std::string_view k_shared_prefix = ".nv.shared.";
constexpr uint8_t k_other_entry = 0x10;  // st_other of a kernel
// sh_info of a code section: the function's symbol, and on older architectures the registers in the bits above.
constexpr uint32_t k_symbol_mask = 0xffffff;
constexpr int k_registers_shift = 24;
constexpr int k_reserved_shared = 1024, k_first_reserving_sm = 90;

CubinFunction make_function(const ElfSection& section, const ElfSymbol* symbol) {
  CubinFunction function;
  function.name = section.name.substr(k_text_prefix.size());
  function.signature = demangle(function.name);
  function.is_kernel = symbol && (symbol->other & k_other_entry) != 0;
  function.code = section.content;
  // The count in .nv.info, the only one on newer architectures, replaces this.
  if (const uint32_t registers = section.info >> k_registers_shift; registers != 0)
    function.registers = static_cast<int>(registers);
  return function;
}

void add_subroutines(const std::vector<ElfSymbol>& symbols, FunctionTable& table) {
  for (uint32_t i = 0; i < symbols.size(); ++i) {
    const ElfSymbol& symbol = symbols[i];
    const auto found = table.by_section.find(symbol.section);
    if (symbol.type != k_symbol_function || found == table.by_section.end() || table.by_symbol.contains(i)) continue;
    CubinFunction& function = table.functions[found->second];
    if (symbol.size == 0 || !slice(function.code, symbol.value, symbol.size)) continue;
    function.subroutines.push_back(
        {std::string(symbol.name), static_cast<uint32_t>(symbol.value), static_cast<uint32_t>(symbol.size)});
  }
  for (CubinFunction& function : table.functions)
    std::sort(function.subroutines.begin(), function.subroutines.end(),
              [](const auto& a, const auto& b) { return std::pair(a.offset, a.bytes) < std::pair(b.offset, b.bytes); });
}

// From sm_90 on the linked section of a kernel's shared memory (NOBITS) includes the reserved part.
void add_shared_memory(const Elf& elf, Architecture architecture, FunctionTable& table) {
  const int reserved = architecture.sm >= k_first_reserving_sm ? k_reserved_shared : 0;
  for (CubinFunction& function : table.functions) function.reserved_shared_bytes = reserved;
  for (const ElfSection& section : elf.sections) {
    const auto found = table.by_section.find(section.info);
    if (!section.name.starts_with(k_shared_prefix) || found == table.by_section.end()) continue;
    const auto bytes = static_cast<int>(std::min<uint64_t>(section.size, INT32_MAX));
    table.functions[found->second].static_shared_bytes =
        section.type == k_section_nobits ? std::max(0, bytes - reserved) : bytes;
  }
}

}  // namespace

FunctionTable find_functions(const Elf& elf, const std::vector<ElfSymbol>& symbols, Architecture architecture) {
  FunctionTable table;
  for (uint32_t i = 0; i < elf.sections.size(); ++i) {
    const ElfSection& section = elf.sections[i];
    if (!section.name.starts_with(k_text_prefix) || section.type == k_section_nobits) continue;
    const uint32_t symbol = section.info & k_symbol_mask;
    table.by_section[i] = table.functions.size();
    table.by_symbol[symbol] = table.functions.size();
    table.functions.push_back(make_function(section, symbol < symbols.size() ? &symbols[symbol] : nullptr));
  }
  add_subroutines(symbols, table);
  add_shared_memory(elf, architecture, table);
  return table;
}

}  // namespace whet
