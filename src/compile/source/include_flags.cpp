#include "compile/source/include_flags.h"

#include <array>
#include <optional>
#include <string_view>

namespace whet {

namespace {

constexpr std::array<std::string_view, 4> k_include_flags = {"--include-path", "--system-include", "-isystem", "-I"};

// The value within the flag; empty when the next flag is the value; nothing when the flag is not an include directory.
std::optional<std::string> value_in(const std::string& flag) {
  for (const std::string_view name : k_include_flags) {
    if (!flag.starts_with(name)) continue;
    std::string_view rest = std::string_view(flag).substr(name.size());
    const bool joined_by_sign = rest.starts_with('=');
    if (joined_by_sign) rest.remove_prefix(1);
    if (!rest.empty() && name.starts_with("--") && !joined_by_sign) continue;
    return std::string(rest);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> take_include_directories(std::vector<std::string>& flags) {
  std::vector<std::string> directories, others;
  for (size_t i = 0; i < flags.size(); ++i) {
    auto value = value_in(flags[i]);
    const bool lacks_value = value && value->empty();
    if (lacks_value && i + 1 < flags.size()) value = flags[++i];
    if (value && !value->empty())
      directories.push_back(*std::move(value));
    else
      others.push_back(flags[i]);
  }
  flags = std::move(others);
  return directories;
}

std::vector<std::string> include_directories_of(const std::vector<std::string>& flags) {
  std::vector<std::string> copy = flags;
  return take_include_directories(copy);
}

std::vector<std::string> flag_words(const std::string& text) {
  std::vector<std::string> words;
  char quote = '\0';
  bool in_word = false;
  for (const char c : text) {
    const bool opens_or_closes = quote ? c == quote : c == '\'' || c == '"';
    const bool parts = !quote && (c == ' ' || c == '\t' || c == '\n' || c == '\r');
    if (parts) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (opens_or_closes)
      quote = quote ? '\0' : c;
    else
      words.back() += c;
  }
  return words;
}

}  // namespace whet
