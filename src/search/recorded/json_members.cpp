#include "search/recorded/json_members.h"

#include <algorithm>

namespace whet::search {

namespace {

constexpr std::string_view k_blanks = " \t\r\n";

// Length of the string at the front, both quotes included; npos when it does not end.
size_t string_length(std::string_view text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return std::string_view::npos;
}

// Length of the object or array at the front.
size_t bracket_length(std::string_view text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      const size_t length = string_length(text.substr(i));
      if (length == std::string_view::npos) return length;
      i += length - 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

}  // namespace

JsonMembers::JsonMembers(std::string_view object) : rest_(object) {
  skip_blanks();
  if (rest_.starts_with('{'))
    rest_.remove_prefix(1);
  else
    rest_ = {};
}

void JsonMembers::skip_blanks() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(k_blanks), rest_.size()));
}

std::optional<std::string_view> JsonMembers::string() {
  const size_t length = rest_.starts_with('"') ? string_length(rest_) : std::string_view::npos;
  if (length == std::string_view::npos) return std::nullopt;
  const std::string_view text = rest_.substr(1, length - 2);
  rest_.remove_prefix(length);
  return text;
}

size_t JsonMembers::value_length() const {
  if (rest_.starts_with('{') || rest_.starts_with('[')) return bracket_length(rest_);
  if (rest_.starts_with('"')) return string_length(rest_);
  return rest_.find_first_of(",}]");
}

std::optional<JsonMember> JsonMembers::next() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n,"), rest_.size()));
  const auto key = string();
  if (!key) return std::nullopt;
  skip_blanks();
  if (!rest_.starts_with(':')) return std::nullopt;
  rest_.remove_prefix(1);
  skip_blanks();
  const size_t length = value_length();
  const bool whole = length != std::string_view::npos;
  const JsonMember member{*key, rest_.substr(0, length), whole};
  rest_.remove_prefix(whole ? length : rest_.size());
  return member;
}

}  // namespace whet::search
