// ELF64 files as values: the sections, symbols and relocations that whet uses.
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
  uint64_t size = 0;  // when loaded; may differ from the size in the file
  ByteView content;   // empty for a section without bytes in the file
};

struct ElfSymbol {
  std::string_view name;
  uint64_t value = 0;
  uint64_t size = 0;
  uint32_t section = 0;  // index; 0: undefined
  uint8_t type = 0;
  uint8_t other = 0;
};

struct ElfRelocation {
  uint64_t offset = 0;  // bytes from the start of the relocated section
  uint32_t symbol = 0;
  uint32_t type = 0;
  int64_t addend = 0;  // zero in a REL section, whose addend is in the relocated bytes
};

// Names and contents point into the bytes that the file was read from.
struct Elf {
  uint8_t os_abi = 0;
  uint8_t abi_version = 0;
  uint16_t machine = 0;
  uint32_t flags = 0;
  std::vector<ElfSection> sections;  // index 0 is the null section

  // The first section with that name, or nullptr.
  const ElfSection* find(std::string_view name) const;
};

// A name from a file, made safe for a message: short, on one line, without terminal control characters.
std::string printable(std::string_view name);

bool is_elf(ByteView bytes);

// Reads the header and the section table. It is an error unless this is a little-endian ELF64 file whose sections lie
// inside it.
Result<Elf> read_elf(ByteView bytes);

// The symbol table (.symtab), or the loader's one (.dynsym); empty when there is none.
enum class SymbolTable : uint8_t { all, dynamic };
Result<std::vector<ElfSymbol>> read_symbols(const Elf& elf, SymbolTable which = SymbolTable::all);

// The relocations, REL and RELA, that apply to the section with that index.
Result<std::vector<ElfRelocation>> read_relocations(const Elf& elf, uint32_t section);

}  // namespace whet
