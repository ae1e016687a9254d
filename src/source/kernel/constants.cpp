#include "source/kernel/constants.h"

#include <algorithm>
#include <charconv>

#include "source/text/code.h"
#include "source/text/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr WordList k_floating("float double half __half __half2 __nv_bfloat16 __nv_bfloat162");

SourceConstant constant_of(std::string_view source, const Token& first, const Token& last) {
  SourceConstant constant;
  constant.text = source.substr(first.offset, last.end() - first.offset);
  constant.value = whole_number(constant.text);
  constant.line = first.line;
  constant.offset = first.offset;
  return constant;
}

std::optional<SourceConstant> macro(std::string_view source, const Token& token, std::string_view name) {
  const Directive line = directive(token);
  if (line.name != "define" || line.tokens.size() < 2 || !line.tokens[0].is(name)) return std::nullopt;
  const bool has_parameters = line.tokens[1].is("(") && line.tokens[1].offset == line.tokens[0].end();
  if (has_parameters) return std::nullopt;
  return constant_of(source, line.tokens[1], line.tokens.back());
}

// Whether token `i` is in a declaration with const or constexpr: searches back to its beginning, skipping brackets.
bool is_constant_declaration(const Code& code, size_t i) {
  bool constant = false;
  while (i-- > 0) {
    if (code.tokens[i].kind == TokenKind::directive || code.is(i, ";")) break;
    if (code.partner[i] > i) return constant && code.is(i, "{");  // the enclosing bracket: a body, or parameters
    // Not an initializer: the end of another declaration.
    if (code.is(i, "}") && !code.is_word(code.partner[i] - 1)) break;
    constant |= code.is(i, "constexpr") || code.is(i, "const");
    i = code.partner[i];
  }
  return constant;
}

// Whether the declaration around token `i` has a floating type: `const float scale = 2`.
bool is_floating_declaration(const Code& code, size_t i) {
  while (i-- > 0) {
    if (code.tokens[i].kind == TokenKind::directive || code.is(i, ";") || code.is(i, "{") || code.is(i, "}"))
      return false;
    if (k_floating.holds(code.tokens[i].text)) return true;
  }
  return false;
}

// `NAME = value` or `NAME{value}` in a declaration; the value's tokens end before "," or ";".
std::optional<SourceConstant> variable(std::string_view source, const Code& code, size_t i) {
  const bool assigned = code.is(i + 1, "="), braced = code.is(i + 1, "{");
  if ((!assigned && !braced) || !is_constant_declaration(code, i)) return std::nullopt;
  const size_t first = i + 2;
  size_t last = first;
  if (braced) {
    last = code.partner[i + 1];
  } else {
    while (last < code.tokens.size() && !code.is(last, ",") && !code.is(last, ";")) {
      last = std::max(code.partner[last], last) + 1;
    }
  }
  if (last <= first || last > code.tokens.size()) return std::nullopt;
  return constant_of(source, code.tokens[first], code.tokens[last - 1]);
}

}  // namespace

std::optional<int64_t> whole_number(std::string_view text) {
  text = trim(text);
  while (text.starts_with('(') && text.ends_with(')')) text = trim(text.substr(1, text.size() - 2));
  const bool negative = text.starts_with('-');
  if (negative) text = trim(text.substr(1));
  while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  const bool octal = !hexadecimal && text.size() > 1 && text.starts_with('0');
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, hexadecimal ? 16 : octal ? 8 : 10);
  if (error != std::errc() || stop != end || text.starts_with('-')) return std::nullopt;
  return negative ? -value : value;
}

std::vector<SourceConstant> find_constants(std::string_view source, std::string_view name) {
  const Code code = read_code(source);
  std::vector<SourceConstant> found;
  for (size_t i = 0; i < code.tokens.size(); ++i) {
    const Token& token = code.tokens[i];
    std::optional<SourceConstant> constant;
    if (token.kind == TokenKind::directive)
      constant = macro(source, token, name);
    else if (token.is_identifier() && token.is(name))
      constant = variable(source, code, i);
    if (constant) found.push_back(std::move(*constant));
  }
  return found;
}

std::optional<int64_t> constant_value(std::string_view source, std::string_view name) {
  const std::vector<SourceConstant> found = find_constants(source, name);
  for (const SourceConstant& constant : found) {
    if (!constant.value || constant.value != found.front().value) return std::nullopt;
  }
  return found.empty() ? std::nullopt : found.front().value;
}

std::optional<std::string> set_constant(std::string_view source, std::string_view name, int64_t value) {
  const std::vector<SourceConstant> found = find_constants(source, name);
  if (found.empty()) return std::nullopt;
  std::string text(source);
  for (auto constant = found.rbegin(); constant != found.rend(); ++constant) {
    std::string spelled = value < 0 ? "(" + std::to_string(value) + ")" : std::to_string(value);
    for (const char c : constant->text) {
      if (c == '\n') spelled += "\\\n";  // a macro's value over several lines
    }
    text.replace(constant->offset, constant->text.size(), spelled);
  }
  return text;
}

std::map<std::string, int64_t, std::less<>> whole_constants(std::string_view source) {
  const Code code = read_code(source);
  std::map<std::string, std::optional<int64_t>, std::less<>> found;
  for (size_t i = 0; i < code.tokens.size(); ++i) {
    const Token& token = code.tokens[i];
    std::string_view name = token.text;
    std::optional<SourceConstant> constant;
    if (token.kind == TokenKind::directive) {
      const Directive line = directive(token);
      if (line.name != "define" || line.tokens.empty()) continue;
      name = line.tokens[0].text;
      constant = macro(source, token, name);
    } else if (token.is_identifier()) {
      constant = variable(source, code, i);
      if (constant && is_floating_declaration(code, i)) constant->value.reset();
    }
    if (!constant) continue;
    const auto [known, is_new] = found.try_emplace(std::string(name), constant->value);
    if (!is_new && known->second != constant->value) known->second.reset();
  }
  std::map<std::string, int64_t, std::less<>> values;
  for (const auto& [name, value] : found) {
    if (value) values.emplace(name, *value);
  }
  return values;
}

}  // namespace whet
