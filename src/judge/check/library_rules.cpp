#include "judge/check/library_rules.h"

#include <algorithm>

#include "binary/container/elf.h"
#include "judge/oracle/contract.h"
#include "util/text.h"

namespace whet {

namespace {

// Names of C can take the place of a runtime's or of libc's functions; templates of C++ leave their names everywhere.
bool is_expected(std::string_view name) {
  constexpr std::string_view k_linker[] = {"_init",      "_fini",   "_edata",        "_end",       "__bss_start",
                                           "_bss_end__", "__end__", "__bss_start__", "__bss_end__"};
  return name.starts_with("whet_call_") || name.starts_with("_Z") ||
         std::find(std::begin(k_linker), std::end(k_linker), name) != std::end(k_linker);
}

}  // namespace

Result<std::vector<std::string>> foreign_exports(const std::string& library) {
  TRY(elf, read_elf(as_bytes(library)));
  std::vector<std::string> found;
  TRY(symbols, read_symbols(elf, SymbolTable::dynamic));
  for (const ElfSymbol& symbol : symbols) {
    const bool defined = symbol.section != 0 && !symbol.name.empty();
    if (defined && !is_expected(symbol.name)) found.emplace_back(printable(symbol.name));
  }
  return found;
}

Result<std::string> broken_rule(const Problem& problem, const Build& build) {
  if (!build.library.empty()) {
    TRY(exports, foreign_exports(build.library));
    if (!exports.empty()) return "its library exports " + join(exports, ", ");
  }
  TRY(found, forbidden_instructions(problem, build));
  if (found.empty()) return std::string();
  return "it works in less precision than the problem allows: its machine code has " + join(found, ", ");
}

}  // namespace whet
