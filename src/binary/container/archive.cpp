#include "binary/container/archive.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_magic = "!<arch>\n";
constexpr uint64_t k_header_bytes = 60;  // name 16, time 12, owner 6, group 6, mode 8, size 10, "`\n"

std::optional<uint64_t> parse_decimal(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// "vector.o/" is the name itself; "/123" is an offset into the table of long names.
std::string member_name(std::string_view field, std::string_view long_names) {
  field = trim(field);
  if (const auto offset = field.starts_with('/') ? parse_decimal(field.substr(1)) : std::nullopt;
      offset && *offset < long_names.size()) {
    field = long_names.substr(*offset);
    field = field.substr(0, field.find('\n'));
  }
  if (field.ends_with('/')) field.remove_suffix(1);
  return std::string(field);
}

}  // namespace

bool is_archive(ByteView bytes) {
  return as_text(bytes).starts_with(k_magic);
}

Result<std::vector<ArchiveMember>> read_archive(ByteView bytes) {
  if (!is_archive(bytes)) return bad_input("this is not an archive");
  std::vector<ArchiveMember> members;
  std::string_view long_names;
  for (uint64_t at = k_magic.size(); at < bytes.size();) {
    const auto header = slice(bytes, at, k_header_bytes);
    const auto size = header ? parse_decimal(trim(as_text(*header).substr(48, 10))) : std::nullopt;
    const auto content = size ? slice(bytes, at + k_header_bytes, *size) : std::nullopt;
    if (!content)
      return bad_input(fmt::format("the archive is damaged at byte {}", at), {},
                       "build or copy the file again; it is cut off or overwritten");
    const std::string_view field = trim(as_text(*header).substr(0, 16));
    if (field == "//")
      long_names = as_text(*content);
    else if (field != "/" && field != "/SYM64/")
      members.push_back({member_name(field, long_names), *content});
    at += k_header_bytes + *size + *size % 2;
  }
  return members;
}

}  // namespace whet
