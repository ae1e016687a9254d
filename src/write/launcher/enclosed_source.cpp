#include "write/launcher/enclosed_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "problem/signature/candidate.h"
#include "source/kernel/reached.h"
#include "source/text/outline.h"
#include "source/text/word_list.h"
#include "util/text.h"
#include "write/launcher/source_directives.h"

namespace whet::write {

namespace {

// Functions that CUDA declares for several types: one with the same name in a namespace would hide them.
constexpr WordList k_overloaded(
    "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor "
    "fma "
    "fmax fmin fmod hypot isfinite isinf isnan ldexp lgamma log log10 log1p log2 lrint lround max min nearbyint pow "
    "remainder rint round rsqrt signbit sin sinh sqrt tan tanh tgamma trunc atomicAdd atomicAnd atomicCAS atomicExch "
    "atomicMax atomicMin atomicOr atomicSub atomicXor __ldg __ldca __ldcg __ldcs __stcg __stcs __shfl_down_sync "
    "__shfl_sync __shfl_up_sync __shfl_xor_sync __half2float __float2half");

void blank(std::string& text, const Token& token) {
  const auto begin = text.begin() + static_cast<ptrdiff_t>(token.offset);
  std::fill(begin, begin + static_cast<ptrdiff_t>(token.text.size()), ' ');
}

// Without the blanks at the ends of lines, and with one empty line where there were more.
std::string tidy(const std::string& text) {
  if (text.find("R\"") != std::string::npos) return text;
  std::string result;
  bool was_empty = true;
  for (const auto line : split(text, '\n')) {
    const size_t end = line.find_last_not_of(" \t\r");
    const bool is_empty = end == std::string_view::npos;
    if (!is_empty) result += std::string(line.substr(0, end + 1)) + "\n";
    if (is_empty && !was_empty) result += "\n";
    was_empty = is_empty;
  }
  while (result.ends_with("\n\n")) result.pop_back();
  return result;
}

// C linkage would make the names of all namespaces one.
std::string without_linkage(const std::string& source) {
  std::string text = source;
  const Code code = read_code(source);
  for (size_t i = 0; i + 1 < code.tokens.size(); ++i) {
    if (!code.is(i, "extern") || code.tokens[i + 1].kind != TokenKind::string) continue;
    blank(text, code.tokens[i]);
    blank(text, code.tokens[i + 1]);
    if (!code.is(i + 2, "{")) continue;
    blank(text, code.tokens[i + 2]);
    blank(text, code.tokens[code.partner[i + 2]]);
  }
  return text;
}

// Names that mean something else in a namespace than outside.
Result<void> check_names(const Outline& outlined, const std::string& file) {
  const Code& code = outlined.code;
  std::set<std::string, std::less<>> own;
  for (const Declaration& each : outlined.declarations) own.insert(each.names.begin(), each.names.end());
  for (size_t i = 0; i < code.tokens.size(); ++i) {
    if (code.is(i, "namespace") && code.is(i + 1, "std"))
      return not_enclosed("it adds to the namespace `std`", file, "leave that out");
    const bool is_part = i > 0 && (code.is_word(i - 1) || code.is(i - 1, ">")) && !code.is(i - 1, "return");
    if (!code.is(i, "::") || is_part || !code.is_word(i + 1) || !own.contains(code.tokens[i + 1].text)) continue;
    return not_enclosed(fmt::format("it calls its own `{0}` ::{0}", code.tokens[i + 1].text), file,
                        "write the name without ::");
  }
  return {};
}

std::vector<std::string> shared_functions(const Outline& outlined) {
  std::set<std::string> names;
  for (const Declaration& each : outlined.declarations) {
    if (each.kind == DeclarationKind::function && !each.names.empty() && k_overloaded.holds(each.names.front()))
      names.insert(each.names.front());
  }
  return {names.begin(), names.end()};
}

}  // namespace

Result<EnclosedSource> enclosed_source(const std::string& source, const std::vector<std::string>& entries,
                                       const std::string& space, const std::string& file) {
  TRY(found, without_includes(without_leading_block(source), file));
  const std::string text = without_linkage(reached_source(found.text, entries));
  const Outline outlined = outline(text);
  TRY_VOID(check_names(outlined, file));
  const std::string tidied = tidy(text);
  return EnclosedSource{std::move(found.prelude), shared_functions(outlined), macros_in(tidied),
                        with_includes_outside(tidied, space)};
}

}  // namespace whet::write
