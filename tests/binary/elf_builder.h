// Builds small ELF64 files for tests that need one no compiler makes.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace whet::test {

template <typename T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

struct BuiltSection {
  std::string name;
  uint32_t type = 1;
  std::string content;
  uint32_t link = 0, info = 0;
  uint64_t size = 0;  // when not that of the content
};

struct ElfBuilder {
  uint8_t os_abi = 0x41, abi_version = 8;
  uint16_t machine = 190;
  uint32_t flags = 0x06005a04;  // sm_90
  std::vector<BuiltSection> sections;

  // The file: header, contents, names, section table. Section indices are those of `sections` plus one.
  std::string build() const {
    std::string body, names("\0", 1), table(64, '\0');
    for (const BuiltSection& section : sections) append_section(section, body, names, table);
    append_section({".shstrtab", 3, {}, 0, 0, 0}, body, names, table);
    const uint64_t names_at = 64 + body.size();
    const uint64_t names_bytes = names.size();
    std::memcpy(table.data() + table.size() - 64 + 24, &names_at, 8);
    std::memcpy(table.data() + table.size() - 64 + 32, &names_bytes, 8);
    return header(names_at + names_bytes, table.size() / 64) + body + names + table;
  }

 private:
  static void append_section(const BuiltSection& section, std::string& body, std::string& names, std::string& table) {
    append(table, static_cast<uint32_t>(names.size()));
    append(table, section.type);
    for (const uint64_t value :
         {uint64_t{0}, uint64_t{0}, uint64_t{64 + body.size()}, section.size ? section.size : section.content.size()})
      append(table, value);
    append(table, section.link);
    append(table, section.info);
    append(table, uint64_t{1});
    append(table, uint64_t{0});
    body += section.content;
    names += section.name + '\0';
  }

  std::string header(uint64_t table_at, uint64_t count) const {
    std::string bytes(
        "\x7f"
        "ELF\x02\x01\x01",
        7);
    bytes += static_cast<char>(os_abi);
    bytes += static_cast<char>(abi_version);
    bytes.append(7, '\0');
    append(bytes, uint16_t{2});
    append(bytes, machine);
    append(bytes, uint32_t{1});
    for (const uint64_t value : {uint64_t{0}, uint64_t{0}, table_at}) append(bytes, value);
    append(bytes, flags);
    for (const uint16_t value : {uint16_t{64}, uint16_t{0}, uint16_t{0}, uint16_t{64}, static_cast<uint16_t>(count),
                                 static_cast<uint16_t>(count - 1)})
      append(bytes, value);
    return bytes;
  }
};

}  // namespace whet::test
