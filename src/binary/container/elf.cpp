#include "binary/container/elf.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

constexpr uint32_t k_type_symtab = 2, k_type_rela = 4, k_type_rel = 9, k_type_dynsym = 11, k_type_symtab_shndx = 18;
constexpr uint16_t k_index_extended = 0xffff;  // the real section index is in .symtab_shndx
constexpr uint16_t k_index_reserved = 0xff00;  // ABS, COMMON ...: not a section

// Records of the file format, laid out as in the file.
struct FileHeader {
  uint8_t magic[4], file_class, data, ident_version, os_abi, abi_version, padding[7];
  uint16_t type, machine;
  uint32_t version;
  uint64_t entry, program_offset, section_offset;
  uint32_t flags;
  uint16_t header_size, program_size, program_count, section_size, section_count, names_index;
};
static_assert(sizeof(FileHeader) == 64);

struct SectionHeader {
  uint32_t name, type;
  uint64_t flags, address, offset, size;
  uint32_t link, info;
  uint64_t alignment, entry_size;
};
static_assert(sizeof(SectionHeader) == 64);

struct SymbolRecord {
  uint32_t name;
  uint8_t info, other;
  uint16_t section;
  uint64_t value, size;
};
static_assert(sizeof(SymbolRecord) == 24);

struct RelRecord {
  uint64_t offset;
  uint32_t type, symbol;
};
static_assert(sizeof(RelRecord) == 16);

struct RelaRecord {
  RelRecord rel;
  int64_t addend;
};
static_assert(sizeof(RelaRecord) == 24);

Error damaged_elf(std::string what) {
  return bad_input("the ELF file is damaged: " + std::move(what), {},
                   "build or copy the file again; it is cut off or overwritten");
}

// A name from a string table. No compiler makes longer ones; the limit keeps a damaged file from being copied a
// thousand times.
Result<std::string_view> name_at(ByteView names, uint32_t offset) {
  constexpr size_t k_longest_name = 32 << 10;
  const std::string_view name = text_at(names, offset);
  if (name.size() > k_longest_name) return damaged_elf(fmt::format("a name has {} characters", name.size()));
  return name;
}

Result<FileHeader> read_header(ByteView bytes) {
  const auto header = read_at<FileHeader>(bytes, 0);
  if (!header) return damaged_elf(fmt::format("{} bytes are too few for a header", bytes.size()));
  if (header->file_class != 2 || header->data != 1) return bad_input("the ELF file is not 64-bit little-endian");
  if (header->section_offset != 0 && header->section_size != sizeof(SectionHeader))
    return damaged_elf(fmt::format("its section headers have {} bytes each instead of 64", header->section_size));
  return *header;
}

// Above 65279 sections, the count and the index of the name table are in the null section's header.
Result<std::vector<SectionHeader>> read_section_headers(ByteView bytes, const FileHeader& header,
                                                        uint32_t& names_index) {
  std::vector<SectionHeader> headers;
  names_index = header.names_index;
  if (header.section_offset == 0) return headers;
  const auto first = read_at<SectionHeader>(bytes, header.section_offset);
  if (!first) return damaged_elf("its section table lies past the end of the file");
  const uint64_t count = header.section_count != 0 ? header.section_count : first->size;
  if (header.names_index == k_index_extended) names_index = first->link;
  if (count > bytes.size() / sizeof(SectionHeader) ||
      !slice(bytes, header.section_offset, count * sizeof(SectionHeader)))
    return damaged_elf(fmt::format("its section table of {} entries reaches past the end of the file", count));
  for (uint64_t i = 0; i < count; ++i)
    headers.push_back(*read_at<SectionHeader>(bytes, header.section_offset + i * sizeof(SectionHeader)));
  return headers;
}

// False for sections that occupy memory only when loaded. Relocatable cubins have some with NVIDIA's own types.
bool has_content(uint32_t type, bool is_cuda) {
  if (type == 0 || type == k_section_nobits) return false;
  constexpr uint32_t k_global = 0x70000007, k_local = 0x70000009, k_shared = 0x7000000a, k_shared_reserved = 0x70000015;
  return !is_cuda || (type != k_global && type != k_local && type != k_shared && type != k_shared_reserved);
}

Result<ElfSection> make_section(ByteView bytes, const SectionHeader& header, ByteView names, bool is_cuda) {
  TRY(name, name_at(names, header.name));
  ElfSection section{name, header.type, header.link, header.info, header.flags, header.size, {}};
  if (!has_content(header.type, is_cuda)) return section;
  const auto content = slice(bytes, header.offset, header.size);
  if (!content)
    return damaged_elf(fmt::format("section `{}` ({} bytes at {:#x}) reaches past its end", printable(section.name),
                                   header.size, header.offset));
  section.content = *content;
  return section;
}

// Sections of an intact file do not overlap, except that .nv.merc.* may share the bytes of their namesakes. The limit
// keeps a damaged file from causing unbounded work.
Result<void> check_total(const std::vector<ElfSection>& sections, uint64_t file_bytes) {
  uint64_t total = 0;
  for (const ElfSection& section : sections) {
    total += section.content.size();
    if (total > 2 * file_bytes)
      return damaged_elf(fmt::format("its sections claim far more than the {} bytes of the file", file_bytes));
  }
  return {};
}

const ElfSection* find_type(const Elf& elf, uint32_t type) {
  const auto found = std::find_if(elf.sections.begin(), elf.sections.end(),
                                  [&](const ElfSection& section) { return section.type == type; });
  return found == elf.sections.end() ? nullptr : &*found;
}

}  // namespace

const ElfSection* Elf::find(std::string_view name) const {
  const auto found =
      std::find_if(sections.begin(), sections.end(), [&](const ElfSection& section) { return section.name == name; });
  return found == sections.end() ? nullptr : &*found;
}

std::string printable(std::string_view name) {
  std::string text(name.substr(0, 80));
  std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

bool is_elf(ByteView bytes) {
  return as_text(bytes).starts_with("\177ELF");
}

Result<Elf> read_elf(ByteView bytes) {
  if (!is_elf(bytes)) return bad_input("this is not an ELF file");
  TRY(header, read_header(bytes));
  uint32_t names_index = 0;
  TRY(headers, read_section_headers(bytes, header, names_index));
  ByteView names;
  if (names_index < headers.size()) {
    const auto content = slice(bytes, headers[names_index].offset, headers[names_index].size);
    if (!content) return damaged_elf("its section names lie past the end of the file");
    names = *content;
  }
  Elf elf{header.os_abi, header.abi_version, header.machine, header.flags, {}};
  elf.sections.reserve(headers.size());
  for (const SectionHeader& section_header : headers) {
    TRY(section, make_section(bytes, section_header, names, elf.machine == k_machine_cuda));
    elf.sections.push_back(section);
  }
  TRY_VOID(check_total(elf.sections, bytes.size()));
  return elf;
}

Result<std::vector<ElfSymbol>> read_symbols(const Elf& elf, SymbolTable which) {
  std::vector<ElfSymbol> symbols;
  const ElfSection* table = find_type(elf, which == SymbolTable::all ? k_type_symtab : k_type_dynsym);
  if (!table) return symbols;
  if (table->link >= elf.sections.size()) return damaged_elf("its symbol table names no string table");
  const ByteView names = elf.sections[table->link].content;
  const ElfSection* extended = find_type(elf, k_type_symtab_shndx);
  symbols.reserve(table->content.size() / sizeof(SymbolRecord));
  for (uint64_t at = 0; const auto record = read_at<SymbolRecord>(table->content, at); at += sizeof(SymbolRecord)) {
    uint32_t section = record->section < k_index_reserved ? record->section : 0;
    if (record->section == k_index_extended && extended)
      section = read_at<uint32_t>(extended->content, at / sizeof(SymbolRecord) * sizeof(uint32_t)).value_or(0);
    TRY(name, name_at(names, record->name));
    symbols.push_back(
        {name, record->value, record->size, section, static_cast<uint8_t>(record->info & 15), record->other});
  }
  return symbols;
}

Result<std::vector<ElfRelocation>> read_relocations(const Elf& elf, uint32_t section) {
  std::vector<ElfRelocation> relocations;
  for (const ElfSection& table : elf.sections) {
    if (table.info != section || (table.type != k_type_rel && table.type != k_type_rela)) continue;
    const uint64_t stride = table.type == k_type_rela ? sizeof(RelaRecord) : sizeof(RelRecord);
    if (table.content.size() % stride != 0)
      return damaged_elf(fmt::format("relocations `{}` are no whole number of records", printable(table.name)));
    for (uint64_t at = 0; at < table.content.size(); at += stride) {
      const RelRecord record = *read_at<RelRecord>(table.content, at);
      const int64_t addend = table.type == k_type_rela ? read_at<RelaRecord>(table.content, at)->addend : 0;
      relocations.push_back({record.offset, record.symbol, record.type, addend});
    }
  }
  return relocations;
}

}  // namespace whet
