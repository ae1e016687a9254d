#include "source/text/includes.h"

#include <optional>

#include "source/text/token.h"
#include "util/text.h"

namespace whet {

namespace {

// Reads `"a.h"` or `<a.h>` at the start of a text; nothing for anything else, such as a macro.
std::optional<Include> parse_name(std::string_view text, int line) {
  text = trim(text);
  const bool quoted = text.starts_with('"');
  if (!quoted && !text.starts_with('<')) return std::nullopt;
  const size_t end = text.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{std::string(text.substr(1, end - 1)), quoted, line};
}

void note(const std::optional<Include>& include, Includes& includes) {
  if (include)
    includes.files.push_back(*include);
  else
    includes.computed = true;
}

// The names in `#if __has_include(<a.h>) && __has_include("b.h")`.
void note_conditions(const Token& token, Includes& includes) {
  constexpr std::string_view k_query = "__has_include";
  std::string_view rest = token.text;
  for (size_t at = rest.find(k_query); at != std::string_view::npos; at = rest.find(k_query)) {
    rest.remove_prefix(at + k_query.size());
    const std::string_view name = trim(rest);
    if (name.starts_with('(')) note(parse_name(name.substr(1), token.line), includes);
  }
}

}  // namespace

Includes find_includes(std::string_view source) {
  Includes includes;
  for (const Token& token : tokenize(source)) {
    if (token.kind != TokenKind::directive) continue;
    const Directive line = directive(token);
    if (line.name == "include") {
      const size_t after = static_cast<size_t>(line.name.data() + line.name.size() - token.text.data());
      note(parse_name(token.text.substr(after), token.line), includes);
    } else if (line.name == "include_next" || line.name == "embed") {
      includes.computed = true;
    } else if (line.name == "if" || line.name == "elif") {
      note_conditions(token, includes);
    }
  }
  return includes;
}

}  // namespace whet
