#include "source/kernel/for_loops.h"

#include <algorithm>

#include "source/kernel/constants.h"

namespace whet {

namespace {

bool is_unroll(const Token& token) {
  if (token.kind != TokenKind::directive) return false;
  const Directive line = directive(token);
  return line.name == "pragma" && !line.tokens.empty() && line.tokens[0].is("unroll");
}

class LoopReader {
 public:
  LoopReader(const Code& code, const ConstantLookup& value_of) : code_(code), value_of_(value_of) {}

  std::optional<ForLoop> read(size_t at) const {
    if (!code_.is(at, "for") || !code_.is(at + 1, "(")) return std::nullopt;
    ForLoop loop;
    loop.token = at;
    loop.line = code_.tokens[at].line;
    loop.open = at + 1;
    loop.close = code_.partner[at + 1];
    loop.first_end = next(";", loop.open + 1, loop.close);
    loop.second_end = next(";", loop.first_end + 1, loop.close);
    if (loop.close <= loop.open || loop.second_end >= loop.close || loop.second_end == loop.first_end + 1)
      return std::nullopt;
    loop.body_end = statement_end(loop.close + 1);
    if (at > 0 && is_unroll(code_.tokens[at - 1])) loop.pragma = at - 1;
    count(loop);
    return loop;
  }

 private:
  // The next `text` outside brackets; `end` if there is none.
  size_t next(std::string_view text, size_t at, size_t end) const {
    while (at < end && !code_.is(at, text)) at = std::max(code_.partner[at], at) + 1;
    return std::min(at, end);
  }

  // One past the statement that begins at `at`.
  size_t statement_end(size_t at) const {
    while (at < code_.tokens.size() && code_.tokens[at].kind == TokenKind::directive) ++at;
    if (code_.is(at, "{")) return code_.partner[at] + 1;
    if ((code_.is(at, "for") || code_.is(at, "while") || code_.is(at, "if")) && code_.is(at + 1, "("))
      return statement_end(code_.partner[at + 1] + 1);
    return next(";", at, code_.tokens.size()) + 1;
  }

  // The value of a single number or name between two tokens.
  std::optional<int64_t> number(size_t first, size_t end) const {
    if (end != first + 1) return std::nullopt;
    const Token& token = code_.tokens[first];
    if (token.kind == TokenKind::number) return whole_number(token.text);
    return token.is_identifier() ? value_of_(token.text) : std::nullopt;
  }

  void count(ForLoop& loop) const {
    const size_t assign = next("=", loop.open + 1, loop.first_end);
    if (assign >= loop.first_end || next(",", loop.open + 1, loop.first_end) < loop.first_end) return;
    const std::string_view variable = code_.tokens[assign - 1].text;
    const size_t test = loop.first_end + 1;
    const bool less = code_.is(test + 1, "<"), up_to = code_.is(test + 1, "<=");
    if (!code_.is(test, variable) || (!less && !up_to)) return;
    const auto step = step_of(loop, variable);
    if (!step) return;
    loop.counts = true;
    const auto from = number(assign + 1, loop.first_end), to = number(test + 2, loop.second_end);
    if (!from || !to || *step <= 0) return;
    const int64_t last = *to + (up_to ? 1 : 0);
    if (last > *from && last - *from <= INT32_MAX) loop.passes = (last - *from + *step - 1) / *step;
  }

  // For ++i, i++ and i += S: the value of S, or 0 if it is not a number. Nothing for other steps.
  std::optional<int64_t> step_of(const ForLoop& loop, std::string_view variable) const {
    const size_t at = loop.second_end + 1;
    if (code_.is(at, "++") && code_.is(at + 1, variable) && loop.close == at + 2) return 1;
    if (!code_.is(at, variable)) return std::nullopt;
    if (code_.is(at + 1, "++") && loop.close == at + 2) return 1;
    return code_.is(at + 1, "+=") ? std::optional(number(at + 2, loop.close).value_or(0)) : std::nullopt;
  }

  const Code& code_;
  const ConstantLookup& value_of_;
};

}  // namespace

bool is_device_code(const Outline& outline, size_t token) {
  return std::any_of(outline.declarations.begin(), outline.declarations.end(), [&](const Declaration& declaration) {
    return (declaration.global || declaration.device) && declaration.has_body && token >= declaration.first &&
           token < declaration.last;
  });
}

std::vector<ForLoop> find_for_loops(const Outline& outline, const ConstantLookup& value_of) {
  const LoopReader reader(outline.code, value_of);
  std::vector<ForLoop> loops;
  for (size_t i = 0; i < outline.code.tokens.size(); ++i) {
    if (!outline.code.is(i, "for") || !is_device_code(outline, i)) continue;
    if (auto loop = reader.read(i)) loops.push_back(*loop);
  }
  for (ForLoop& outer : loops) {
    outer.is_innermost = std::none_of(loops.begin(), loops.end(), [&](const ForLoop& inner) {
      return inner.token > outer.token && inner.token < outer.body_end;
    });
  }
  return loops;
}

}  // namespace whet
