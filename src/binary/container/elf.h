// ELF64 files as values: sections, symbols and relocations, and nothing that whet does not use.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "util/bytes.h"
#include "util/result.h"

namespace whet {

constexpr uint16_t k_machine_cuda = 190;
constexpr uint32_t k_section_nobits = 8;
constexpr uint8_t k_symbol_function = 2;

struct ElfSection {
  std::string_view name;
  uint32_t type = 0;
  uint32_t link = 0;
  uint32_t info = 0;
  uint64_t flags = 0;
  uint64_t size = 0;  // once loaded; may differ from what the file holds
  ByteView content;   // empty when it only takes room once loaded
};

struct ElfSymbol {
  std::string_view name;
  uint64_t value = 0;
  uint64_t size = 0;
  uint32_t section = 0;  // index; 0 undefined
  uint8_t type = 0;
  uint8_t other = 0;
};

struct ElfRelocation {
  uint64_t offset = 0;  // bytes from the start of the relocated section
  uint32_t symbol = 0;
  uint32_t type = 0;
  int64_t addend = 0;  // zero in a REL section: there it lies in the relocated bytes
};

// The names and contents point into the bytes the file was read from.
struct Elf {
  uint8_t os_abi = 0;
  uint8_t abi_version = 0;
  uint16_t machine = 0;
  uint32_t flags = 0;
  std::vector<ElfSection> sections;  // index 0 is the null section

  // The first section of that name, or nullptr.
  const ElfSection* find(std::string_view name) const;
};

// A name out of a file as it may stand in a message: short, on one line, without what a terminal would obey.
std::string printable(std::string_view name);

bool is_elf(ByteView bytes);

// The header and the section table. An error unless it is a little-endian ELF64 file whose sections lie inside it.
Result<Elf> read_elf(ByteView bytes);

// The symbol table (.symtab), or the one of names that the loader sees (.dynsym); empty when there is none.
enum class SymbolTable : uint8_t { all, dynamic };
Result<std::vector<ElfSymbol>> read_symbols(const Elf& elf, SymbolTable which = SymbolTable::all);

// The relocations, REL and RELA, that apply to the section with that index.
Result<std::vector<ElfRelocation>> read_relocations(const Elf& elf, uint32_t section);

}  // namespace whet
