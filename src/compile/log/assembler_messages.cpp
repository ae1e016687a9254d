#include "compile/log/assembler_messages.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "util/text.h"

namespace whet {

namespace {

struct Location {
  int file = 0;
  int line = 0;
};

// The last ".loc FILE LINE COLUMN" at or before a PTX line.
Location location_before(const std::vector<std::string_view>& lines, int line) {
  const size_t from = std::min(static_cast<size_t>(std::max(line, 0)), lines.size());
  for (size_t i = from; i-- > 0;) {
    const std::string text(trim(lines[i]));
    Location location;
    if (std::sscanf(text.c_str(), ".loc %d %d", &location.file, &location.line) == 2) return location;
  }
  return {};
}

// PTX contains absolute file names.
bool is_same_file(const std::string& whole, const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  return !error && absolute.lexically_normal() == std::filesystem::path(whole).lexically_normal();
}

// The name in ".file 1 "a.cu"", which follows the code; empty when there is none.
std::string file_of(const std::vector<std::string_view>& lines, int file) {
  for (const std::string_view line : lines) {
    const auto parts = split(trim(line), '"');
    if (parts.size() < 2 || !parts[0].starts_with(".file")) continue;
    if (std::string(trim(parts[0].substr(5))) == std::to_string(file)) return std::string(parts[1]);
  }
  return "";
}

}  // namespace

void place_assembler_messages(std::string_view ptx, const std::string& ptx_file, const std::string& source_file,
                              std::vector<CompilerMessage>& messages) {
  const auto lines = split(ptx, '\n');
  for (CompilerMessage& message : messages) {
    if (message.file != ptx_file) continue;
    const Location location = location_before(lines, message.line);
    message.file = file_of(lines, location.file);
    message.line = message.file.empty() ? 0 : location.line;
    if (is_same_file(message.file, source_file)) message.file = source_file;
  }
}

}  // namespace whet
