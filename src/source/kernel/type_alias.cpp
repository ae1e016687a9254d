#include "source/kernel/type_alias.h"

namespace whet {

namespace {

constexpr int k_most_aliases = 8;

std::string words(const Code& code, size_t first, size_t last) {
  std::string text;
  for (size_t i = first; i < last; ++i) {
    if (code.is(i, "const") || code.is(i, "struct")) continue;
    text += (text.empty() ? "" : " ") + std::string(code.tokens[i].text);
  }
  return text;
}

// What is defined at token `i`, if it is this name.
std::string defined_at(const Code& code, size_t i, std::string_view name) {
  if (code.tokens[i].kind == TokenKind::directive) {
    const Directive line = directive(code.tokens[i]);
    if (line.name != "define" || line.tokens.size() < 2 || line.tokens[0].text != name) return {};
    std::string text;
    for (size_t k = 1; k < line.tokens.size(); ++k)
      text += (text.empty() ? "" : " ") + std::string(line.tokens[k].text);
    return text;
  }
  if (!code.is(i, "typedef") && !code.is(i, "using")) return {};
  size_t end = i;
  while (end < code.tokens.size() && !code.is(end, ";") && !code.is(end, "{")) ++end;
  if (code.is(i, "typedef") && code.is(end, ";") && code.is(end - 1, name)) return words(code, i + 1, end - 1);
  const bool is_using = code.is(i, "using") && code.is(i + 1, name) && code.is(i + 2, "=") && !code.is(i - 1, ">");
  return is_using ? words(code, i + 3, end) : "";
}

}  // namespace

std::string plain_type(const Code& code, std::string_view name) {
  std::string type(name);
  for (int step = 0; step < k_most_aliases; ++step) {
    std::string next;
    for (size_t i = 0; i < code.tokens.size() && next.empty(); ++i) next = defined_at(code, i, type);
    if (next.empty() || next == type || next.find_first_of("<(*&") != std::string::npos) return type;
    type = next;
  }
  return type;
}

}  // namespace whet
