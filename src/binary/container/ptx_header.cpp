#include "binary/container/ptx_header.h"

#include <algorithm>

namespace whet {

namespace {

constexpr std::string_view k_blank = " \t\r\n";

// The text after blanks and comments.
std::string_view skip_comments(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(k_blank), text.size()));
    const std::string_view end = text.starts_with("//") ? "\n" : text.starts_with("/*") ? "*/" : "";
    if (end.empty()) return text;
    const size_t at = text.find(end, 2);
    if (at == std::string_view::npos) return {};
    text.remove_prefix(at + end.size());
  }
}

// The text after `directive`; nothing when another word is here.
std::optional<std::string_view> after(std::string_view text, std::string_view directive) {
  text = skip_comments(text);
  if (!text.starts_with(directive)) return std::nullopt;
  text.remove_prefix(directive.size());
  if (text.empty() || k_blank.find(text.front()) == std::string_view::npos) return std::nullopt;
  return skip_comments(text);
}

}  // namespace

bool is_ptx(std::string_view text) {
  return after(text, ".version").has_value();
}

std::optional<Architecture> ptx_target(std::string_view text) {
  const auto version = after(text, ".version");
  if (!version) return std::nullopt;
  const auto target = after(version->substr(std::min(version->find_first_of(k_blank), version->size())), ".target");
  return target ? parse_architecture(target->substr(0, target->find_first_of(" \t\r\n,;/"))) : std::nullopt;
}

}  // namespace whet
