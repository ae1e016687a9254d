#include "edit/kind/single_precision.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <set>

#include "edit/text/rewrite.h"
#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr WordList k_double_functions(
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc exp exp10 exp2 expm1 fabs fdim "
    "floor fma fmax fmin fmod hypot lgamma log log10 log1p log2 pow remainder rhypot rint round rsqrt sin sinh sinpi "
    "sqrt tan tanh tgamma trunc");
constexpr double k_most = 3e38, k_least = 1.2e-38;  // of single precision

// "0.5", "1e-3", "2." without suffix.
bool is_double_literal(const Token& token) {
  if (token.kind != TokenKind::number || token.text.starts_with("0x") || token.text.starts_with("0X")) return false;
  const char last = token.text.back();
  const bool has_point = token.text.find_first_of(".eE") != std::string_view::npos;
  return has_point && (last == '.' || (last >= '0' && last <= '9'));
}

bool fits_single(const Token& token) {
  const double value = std::abs(std::strtod(std::string(token.text).c_str(), nullptr));
  return value == 0 || (value >= k_least && value <= k_most);
}

// Device functions that the kernel reaches by name, and itself, unless they say `double`.
std::vector<const Declaration*> reached_functions(const KernelText& text) {
  std::vector<const Declaration*> found = {&text.kernel()};
  for (size_t i = 0; i < found.size(); ++i) {
    for (const Declaration& other : text.outline().declarations) {
      if (other.kind != DeclarationKind::function || !other.device || !other.has_body) continue;
      if (std::find(found.begin(), found.end(), &other) != found.end()) continue;
      if (text.mentions(text.token(other.name_token).text, found[i]->head_end, found[i]->last)) found.push_back(&other);
    }
  }
  std::erase_if(found, [&](const Declaration* each) { return text.mentions("double", each->first, each->last); });
  return found;
}

// `#define EPS 1e-5` whose only users are these functions: the number; nothing for other directives.
std::optional<Token> macro_number(const KernelText& text, const Token& line,
                                  const std::vector<const Declaration*>& functions) {
  const Directive read = directive(line);
  if (read.name != "define" || read.tokens.size() != 2 || !is_double_literal(read.tokens[1])) return std::nullopt;
  bool is_used = false;
  for (size_t i = 0; i < text.code().tokens.size(); ++i) {
    if (text.token(i).text != read.tokens[0].text) continue;
    const bool is_ours = std::any_of(functions.begin(), functions.end(),
                                     [&](const Declaration* each) { return i > each->first && i < each->last; });
    if (!is_ours) return std::nullopt;
    is_used = true;
  }
  return is_used ? std::optional(read.tokens[1]) : std::nullopt;
}

// Whether the file itself has a function of that name.
bool is_own_function(const KernelText& text, std::string_view name) {
  return std::any_of(text.outline().declarations.begin(), text.outline().declarations.end(), [&](const Declaration& d) {
    return d.kind == DeclarationKind::function && text.token(d.name_token).text == name;
  });
}

Result<Draft> make_single(const KernelText& text, int64_t) {
  if (!allows_single(text.problem())) return unfit(text, "the precision of the results does not allow it");
  for (const KernelParameter& parameter : text.parameters()) {
    if (parameter.argument->type == ElementType::f64) return unfit(text, "an argument is double");
  }
  const auto functions = reached_functions(text);
  Rewrite rewrite;
  const auto take_number = [&](const Token& token) -> Result<void> {
    if (!fits_single(token)) return unfit(text, std::string(token.text) + " is beyond single precision");
    rewrite.insert(token.end(), "f");
    return {};
  };
  for (const Declaration* function : functions) {
    for (size_t i = function->head_end; i < function->last; ++i) {
      const Token& token = text.token(i);
      if (is_double_literal(token)) TRY_VOID(take_number(token));
      const bool is_call = token.is_identifier() && text.code().is(i + 1, "(") && !text.code().is(i - 1, "::") &&
                           !text.code().is(i - 1, ".") && !text.code().is(i - 1, "->");
      if (is_call && k_double_functions.holds(token.text) && !is_own_function(text, token.text))
        rewrite.insert(token.end(), "f");
    }
  }
  for (const Token& token : text.code().tokens) {
    if (token.kind != TokenKind::directive) continue;
    if (const auto number = macro_number(text, token, functions)) TRY_VOID(take_number(*number));
  }
  if (rewrite.is_empty()) return unfit(text, "there is no number and no function in double precision");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit single_precision_edit() {
  return {"single precision",
          "single precision",
          "numbers and functions of float code that were in double precision",
          "compute.fp64_to_fp32",
          true,
          make_single,
          0};
}

}  // namespace whet::edit
