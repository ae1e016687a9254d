#include "edit/text/counting_loop.h"

#include <algorithm>

#include "edit/text/rewrite.h"
#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr WordList k_leaving("break continue return goto while do switch for __syncthreads __syncwarp");
constexpr WordList k_counter_types("int unsigned long size_t int64_t uint32_t int32_t uint64_t short");

bool leaves(const KernelText& text, size_t first, size_t last) {
  for (size_t i = first; i < last; ++i) {
    if (text.token(i).is_identifier() && k_leaving.holds(text.token(i).text)) return true;
  }
  return false;
}

// A bound of names and numbers that the body does not change.
bool is_fixed(const KernelText& text, size_t first, size_t last, size_t body_first, size_t body_last) {
  for (size_t i = first; i < last; ++i) {
    const Token& token = text.token(i);
    const bool is_plain = token.is_identifier() || token.kind == TokenKind::number || token.is("*") || token.is("+") ||
                          token.is("-") || token.is("(") || token.is(")") || token.is(".");
    if (!is_plain) return false;
    if (token.is_identifier() && is_changed(text, token.text, body_first, body_last)) return false;
    if (token.is_identifier() && text.code().is(i + 1, "(")) return false;
  }
  return first < last;
}

std::optional<CountingLoop> counting(const KernelText& text, const ForLoop& loop) {
  const Code& code = text.code();
  CountingLoop found;
  found.loop = loop;
  size_t type_last = loop.open + 1;
  while (code.is_word(type_last) && k_counter_types.holds(text.token(type_last).text)) ++type_last;
  const size_t name = type_last, test = loop.first_end + 1, step = loop.second_end + 1;
  if (type_last == loop.open + 1 || !code.is_word(name) || !code.is(name + 1, "=")) return std::nullopt;
  found.type = text.text(loop.open + 1, type_last);
  found.variable = text.token(name).text;
  if (!code.is(test, found.variable) || !code.is(test + 1, "<") || code.is(test + 2, "<")) return std::nullopt;
  const bool counts = loop.close == step + 2 && ((code.is(step, "++") && code.is(step + 1, found.variable)) ||
                                                 (code.is(step, found.variable) && code.is(step + 1, "++")));
  if (!counts) return std::nullopt;
  found.begin = text.text(name + 2, loop.first_end);
  found.bound = text.text(test + 2, loop.second_end);
  const bool is_block = code.is(loop.close + 1, "{");
  found.body_first = loop.close + (is_block ? 2 : 1);
  found.body_last = loop.body_end - (is_block ? 1 : 0);
  if (is_changed(text, found.variable, found.body_first, found.body_last)) return std::nullopt;
  if (!is_fixed(text, test + 2, loop.second_end, found.body_first, found.body_last)) return std::nullopt;
  return found;
}

}  // namespace

std::vector<ForLoop> kernel_loops(const KernelText& text) {
  auto loops = find_for_loops(text.outline(), [&](std::string_view name) { return text.constant(name); });
  std::erase_if(loops, [&](const ForLoop& loop) {
    return loop.token < text.body_first() || loop.body_end > text.body_last() || loop.close + 1 >= loop.body_end;
  });
  return loops;
}

std::vector<CountingLoop> find_counting_loops(const KernelText& text) {
  std::vector<CountingLoop> found;
  for (const ForLoop& loop : kernel_loops(text)) {
    if (!loop.is_innermost) continue;
    auto counted = counting(text, loop);
    if (counted && !leaves(text, counted->body_first, counted->body_last)) found.push_back(std::move(*counted));
  }
  return found;
}

std::vector<LoopNest> find_perfect_nests(const KernelText& text) {
  std::vector<LoopNest> found;
  const std::vector<CountingLoop> inner = find_counting_loops(text);
  for (const ForLoop& loop : kernel_loops(text)) {
    if (loop.is_innermost) continue;
    auto outer = counting(text, loop);
    if (!outer) continue;
    for (const CountingLoop& each : inner) {
      if (each.loop.token == outer->body_first && each.loop.body_end == outer->body_last)
        found.push_back({*outer, each});
    }
  }
  return found;
}

std::string text_with(const KernelText& text, size_t first, size_t last, const std::vector<TokenChange>& changes) {
  if (first >= last) return {};
  const size_t begin = text.token(first).offset;
  Rewrite rewrite;
  for (const TokenChange& change : changes) {
    if (change.first < first || change.last > last) continue;
    rewrite.replace(text.token(change.first).offset - begin, text.token(change.last - 1).end() - begin, change.with);
  }
  return rewrite.applied_to(text.text(first, last));
}

}  // namespace whet::edit
