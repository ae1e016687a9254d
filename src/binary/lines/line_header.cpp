#include "binary/lines/line_header.h"

#include <fmt/format.h>

namespace whet {

namespace {

enum Form : uint64_t {
  k_data2 = 0x05,
  k_data4 = 0x06,
  k_data8 = 0x07,
  k_string = 0x08,
  k_block = 0x09,
  k_data1 = 0x0b,
  k_strp = 0x0e,
  k_udata = 0x0f,
  k_data16 = 0x1e,
  k_line_strp = 0x1f,
};
constexpr uint64_t k_content_path = 1, k_content_directory = 2;

Error damaged_lines(uint64_t offset, std::string_view what) {
  return bad_input(fmt::format("the line table is damaged at byte {}: {}", offset, what), {},
                   "compile the kernel again, with -lineinfo");
}

// Only the name if it is absolute, or its directory is unknown or longer than any path.
std::string full_path(const std::vector<std::string_view>& directories, uint64_t directory, std::string_view name) {
  constexpr size_t k_longest_path = 4096;
  if (name.starts_with('/') || directory >= directories.size()) return std::string(name);
  if (directories[directory].empty() || directories[directory].size() > k_longest_path) return std::string(name);
  return fmt::format("{}/{}", directories[directory], name);
}

// Versions 2 to 4: lists that end with an empty name; file numbers start at 1.
void read_old_tables(DwarfCursor& cursor, LineHeader& header) {
  std::vector<std::string_view> directories{""};
  for (std::string_view name = cursor.text(); !name.empty(); name = cursor.text()) directories.push_back(name);
  header.files.emplace_back();
  for (std::string_view name = cursor.text(); !name.empty(); name = cursor.text()) {
    const uint64_t directory = cursor.uleb();
    cursor.uleb();  // time
    cursor.uleb();  // length
    header.files.push_back(full_path(directories, directory, name));
  }
}

struct Entry {
  std::string_view path;
  uint64_t directory = 0;
};

uint64_t read_number(DwarfCursor& cursor, uint64_t form) {
  switch (form) {
    case k_data1:
      return cursor.u8();
    case k_data2:
      return cursor.fixed<uint16_t>();
    case k_data4:
    case k_strp:
    case k_line_strp:
      return cursor.fixed<uint32_t>();
    case k_data8:
      return cursor.fixed<uint64_t>();
    case k_udata:
      return cursor.uleb();
    case k_data16:
      cursor.skip(16);
      return 0;
    case k_block:
      cursor.skip(cursor.uleb());
      return 0;
    default:
      cursor.skip(cursor.remaining() + 1);
      return 0;  // unknown size; the header fails
  }
}

// Version 5: a description of the columns, then the rows. Names stored in other sections become empty.
std::vector<Entry> read_entries(DwarfCursor& cursor) {
  std::vector<std::pair<uint64_t, uint64_t>> columns(cursor.u8());
  for (auto& [content, form] : columns) {
    content = cursor.uleb();
    form = cursor.uleb();
  }
  std::vector<Entry> entries;
  const uint64_t count = cursor.uleb();
  for (uint64_t i = 0; i < count && !columns.empty() && !cursor.at_end(); ++i) {
    Entry entry;
    for (const auto& [content, form] : columns) {
      if (form == k_string) {
        const std::string_view text = cursor.text();
        if (content == k_content_path) entry.path = text;
      } else if (const uint64_t number = read_number(cursor, form); content == k_content_directory) {
        entry.directory = number;
      }
    }
    entries.push_back(entry);
  }
  return entries;
}

void read_new_tables(DwarfCursor& cursor, LineHeader& header) {
  std::vector<std::string_view> directories;
  for (const Entry& entry : read_entries(cursor)) directories.push_back(entry.path);
  for (const Entry& entry : read_entries(cursor))
    header.files.push_back(full_path(directories, entry.directory, entry.path));
}

}  // namespace

Result<LineHeader> read_line_header(DwarfCursor& section) {
  const uint64_t start = section.offset();
  const uint32_t length = section.fixed<uint32_t>();
  DwarfCursor program = section.take(length);
  const uint16_t version = program.fixed<uint16_t>();
  if (section.failed()) return damaged_lines(start, "it is cut off");
  if (version < 2 || version > 5) return damaged_lines(start, fmt::format("version {} is not 2 to 5", version));
  if (version == 5) program.skip(2);  // sizes of addresses and of segment selectors
  DwarfCursor tables = program.take(program.fixed<uint32_t>());
  LineHeader header;
  header.minimum_instruction_bytes = tables.u8();
  if (version >= 4) tables.skip(1);  // operations per instruction; more than one only on VLIW machines
  tables.skip(1);                    // default of is_stmt
  header.line_base = tables.fixed<int8_t>();
  header.line_range = tables.u8();
  header.opcode_base = tables.u8();
  if (header.line_range == 0 || header.opcode_base == 0)
    return damaged_lines(start, "its line range or opcode base is zero");
  for (int opcode = 1; opcode < header.opcode_base; ++opcode)
    header.operand_counts[static_cast<size_t>(opcode)] = tables.u8();
  version == 5 ? read_new_tables(tables, header) : read_old_tables(tables, header);
  if (program.failed() || tables.failed()) return damaged_lines(start, "its header is cut off");
  header.opcodes = program;
  return header;
}

}  // namespace whet
