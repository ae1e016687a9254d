#include "compile/source/source_lines.h"

namespace whet {

SourceLines::SourceLines(std::string file, std::string_view source, const FileSystem& files) : files_(files) {
  texts_.emplace(std::move(file), std::string(source));
}

std::optional<std::string_view> SourceLines::line(const std::string& file, int number) {
  auto known = texts_.find(file);
  if (known == texts_.end()) {
    auto read = read_text(files_, file);
    known = texts_.emplace(file, read ? std::move(read).value() : std::string()).first;
  }
  std::string_view rest = known->second;
  for (; number > 1 && !rest.empty(); --number) {
    const size_t newline = rest.find('\n');
    rest.remove_prefix(newline == std::string_view::npos ? rest.size() : newline + 1);
  }
  if (number < 1 || rest.empty()) return std::nullopt;
  std::string_view line = rest.substr(0, rest.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace whet
