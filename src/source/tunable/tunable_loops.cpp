// Finds by how much loops of device code are unrolled.
#include <algorithm>

#include "source/kernel/constants.h"
#include "source/tunable/tunable_finders.h"

namespace whet {

namespace {

constexpr int64_t k_most_unrolled_whole = 64;  // most passes of a loop that is unrolled completely

// The place of the factor in `#pragma unroll`, existing or to be inserted. Nothing if the factor is a constant's name.
std::optional<TunablePlace> pragma_place(const TunableSource& source, const Token& token, int64_t& current) {
  const Directive line = directive(token);
  const Token& word = line.tokens[0];
  if (line.tokens.size() == 1) return TunablePlace{word.end(), 0, " ", {}};
  const size_t begin = line.tokens[1].offset, end = line.tokens.back().end();
  const auto factor = whole_number(source.text.substr(begin, end - begin));
  if (!factor) return std::nullopt;
  current = *factor;
  const bool apart = begin > word.end();
  return TunablePlace{begin, end - begin, apart ? "" : " ", {}};
}

// `_Pragma("unroll")` before the loop: its factor is already decided.
bool has_operator_pragma(const Code& code, size_t loop) {
  return loop >= 3 && code.is(loop - 1, ")") && code.is(code.partner[loop - 1] - 1, "_Pragma");
}

std::vector<int64_t> factors(const ForLoop& loop, int64_t current) {
  std::vector<int64_t> values = {0, 1, 2, 4, 8, 16};
  if (loop.passes) {
    std::erase_if(values, [&](int64_t value) { return value > *loop.passes; });
    if (*loop.passes <= k_most_unrolled_whole) values.push_back(*loop.passes);
  } else {
    values.pop_back();
  }
  if (current > 0) std::erase(values, 0), values.push_back(current);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::optional<FoundTunable> tunable_of(const TunableSource& source, const ForLoop& loop) {
  const Code& code = source.outline.code;
  FoundTunable tunable{TunableKind::unroll, "unroll_" + std::to_string(loop.line)};
  tunable.line = loop.line;
  tunable.passes = loop.passes;
  if (loop.pragma > 0) {
    const auto place = pragma_place(source, code.tokens[loop.pragma], tunable.current);
    if (!place) return std::nullopt;
    tunable.places = {*place};
  } else {
    const bool worth = loop.counts && (loop.passes || loop.is_innermost) && loop.passes.value_or(2) > 1;
    if (!worth || has_operator_pragma(code, loop.token)) return std::nullopt;
    tunable.places = {{code.tokens[loop.token].offset, 0, "_Pragma(\"unroll ", "\") "}};
  }
  tunable.values = factors(loop, tunable.current);
  return tunable;
}

}  // namespace

void find_unroll_tunables(const TunableSource& source, std::vector<FoundTunable>& found) {
  int before = 0, on_line = 0;
  const auto loops = find_for_loops(source.outline, [&](std::string_view name) { return source.value_of(name); });
  for (const ForLoop& loop : loops) {
    on_line = loop.line == before ? on_line + 1 : 1;
    before = loop.line;
    auto tunable = tunable_of(source, loop);
    if (!tunable) continue;
    if (on_line > 1) tunable->name += "_" + std::to_string(on_line);
    found.push_back(std::move(*tunable));
  }
}

}  // namespace whet
