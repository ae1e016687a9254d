#include "source/kernel/parameter_use.h"

#include <algorithm>
#include <optional>

#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_changes("+= -= *= /= %= &= |= ++ --");

// Skips the brackets and members after token `i`: for x[a][b].y, the token after `y`.
size_t behind_element(const Code& code, size_t i) {
  size_t at = i + 1;
  while (code.is(at, "[") || (code.is(at, ".") && code.is_word(at + 1)))
    at = code.is(at, "[") ? code.partner[at] + 1 : at + 2;
  return at;
}

// `<<=` and `>>=` are several tokens.
bool is_shifted(const Code& code, size_t at) {
  return (code.is(at, "<") && code.is(at + 1, "<=")) || (code.is(at, ">") && code.is(at + 1, ">="));
}

// atomicAdd(&x[i], v) at the "&", or atomicAdd(x, v) at the name.
bool is_atomic_argument(const Code& code, size_t first) {
  return code.is(first - 1, "(") && code.is_word(first - 2) && code.tokens[first - 2].text.starts_with("atomic");
}

// FLOAT4(x[i]) stands for the element under another type: what follows it says what happens to x.
size_t behind_cast(const Code& code, size_t i, size_t behind) {
  const bool is_cast = code.is(i - 1, "(") && code.is_word(i - 2) && code.is(behind, ")");
  return is_cast ? behind_element(code, behind) : behind;
}

// The "&" of &x[i] and &(x[i]); nothing if the address is not taken.
std::optional<size_t> address_of(const Code& code, size_t i) {
  const size_t before = code.is(i - 1, "(") && code.is(i - 2, "&") ? i - 2 : i - 1;
  return code.is(before, "&") ? std::optional(before) : std::nullopt;
}

void note_element(const Code& code, size_t i, ParameterUse& use) {
  const size_t behind = behind_cast(code, i, behind_element(code, i));
  if (const auto address = address_of(code, i)) {
    use.reads = use.writes = true;
    use.is_sure &= is_atomic_argument(code, *address);
  } else if (behind < code.tokens.size() && code.is(behind, "=")) {
    use.writes = true;
  } else if ((behind < code.tokens.size() && k_changes.holds(code.tokens[behind].text)) || is_shifted(code, behind) ||
             code.is(i - 1, "++") || code.is(i - 1, "--")) {
    use.reads = use.writes = true;
  } else {
    use.reads = true;
  }
}

// `*p` at the start of an expression, rather than a product.
bool is_dereferenced(const Code& code, size_t i) {
  if (!code.is(i - 1, "*")) return false;
  const Token& before = code.tokens[i - 2];
  return before.is("(") || before.is(";") || before.is("{") || before.is("}") || before.is("=") || before.is(",") ||
         before.is("+") || before.is("-") || before.is("return") || before.is("?") || before.is(":");
}

}  // namespace

ParameterUse use_of_parameter(const Code& code, const Declaration& function, std::string_view name) {
  ParameterUse use;
  for (size_t i = function.head_end + 1; i + 1 < function.last; ++i) {
    if (!code.is_word(i) || !code.is(i, name) || code.is(i - 1, ".") || code.is(i - 1, "->")) continue;
    if (code.is(i + 1, "[")) {
      note_element(code, i, use);
    } else if (is_atomic_argument(code, i) && code.is(i + 1, ",")) {
      use.reads = use.writes = true;
    } else if (is_dereferenced(code, i) && !code.is(i + 1, "+") && !code.is(i + 1, "-")) {
      const bool changes = k_changes.holds(code.tokens[i + 1].text);
      use.writes |= changes || code.is(i + 1, "=");
      use.reads |= changes || !code.is(i + 1, "=");
    } else {
      use.is_sure = false;
    }
  }
  return use;
}

ParameterUse use_of_parameter(std::string_view source, std::string_view function, std::string_view name) {
  const Outline read = outline(source);
  for (const Declaration& declaration : read.declarations) {
    if (declaration.parameters == 0 || !declaration.has_body) continue;
    if (read.code.tokens[declaration.name_token].text == function)
      return use_of_parameter(read.code, declaration, name);
  }
  return {false, false, false};
}

}  // namespace whet
