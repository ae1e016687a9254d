#include "edit/kind/coarsen.h"

#include <algorithm>

#include <fmt/format.h>

#include "edit/text/index_form.h"
#include "edit/text/rewrite.h"
#include "source/text/word_list.h"

namespace whet::edit {

namespace {

// The only `blockIdx.x` of the body; 0: there is none, or more.
size_t only_block_index(const KernelText& text) {
  size_t found = 0;
  for (size_t i = text.body_first(); i < text.body_last(); ++i) {
    if (!text.code().is(i, "blockIdx") || !text.code().is(i + 2, "x")) continue;
    if (found > 0) return 0;
    found = i;
  }
  return found;
}

constexpr WordList k_bound_words("int unsigned long size_t * + - ( )");

// A name or number of a bound that has one value in the whole kernel.
bool is_steady_word(const KernelText& text, const std::vector<Local>& locals, const Token& token) {
  if (token.kind == TokenKind::number || k_bound_words.holds(token.text)) return true;
  if (!token.is_identifier()) return false;
  if (text.constant(token.text)) return true;
  const Local* const local = local_named(locals, token.text);
  if (local) return local->is_set_once;
  return text.parameter(token.text) && !is_changed(text, token.text, text.body_first(), text.body_last());
}

// Elements of arrays, calls, and all that is not arithmetic.
bool touches_memory(const KernelText& text, size_t first, size_t last) {
  for (size_t i = first; i < last; ++i) {
    const bool calls = text.token(i).is_identifier() && text.code().is(i + 1, "(");
    if (calls || text.code().is(i, "[") || text.token(i).text.starts_with("atomic")) return true;
  }
  return false;
}

// Whether one of the parts of a condition, joined by `join`, is `variable sign bound` with a bound that stays the same;
// what comes before it would be asked by blocks that the original does not have.
bool has_guard(const KernelText& text, const std::vector<Local>& locals, size_t first, size_t last,
               std::string_view join, std::string_view variable, std::string_view sign) {
  const Code& code = text.code();
  bool found = false, is_plain = true;
  for (size_t at = first; at < last;) {
    size_t end = at;
    while (end < last && !code.is(end, "&&") && !code.is(end, "||")) end = std::max(code.partner[end], end) + 1;
    if (end < last && !code.is(end, join)) return false;
    if (code.is(at, variable) && code.is(at + 1, sign) && end > at + 2) {
      bool is_steady = true;
      for (size_t i = at + 2; i < end; ++i)
        is_steady &= is_steady_word(text, locals, text.token(i)) && text.token(i).text != variable;
      found |= is_steady && is_plain;
    }
    is_plain &= !touches_memory(text, at, end);
    at = end + 1;
  }
  return found;
}

// The statements from `at` to the end are declarations without memory and then one guarded statement, or a guard that
// returns. Empty: it is so.
std::string guard_problem(const KernelText& text, const std::vector<Local>& locals, size_t at,
                          const std::string& variable) {
  const Code& code = text.code();
  for (; at < text.body_last(); at = statement_end(text, at)) {
    if (code.is(at, "if") && code.is(at + 1, "(")) {
      const size_t close = code.partner[at + 1], end = statement_end(text, at);
      const bool returns = code.is(close + 1, "return") || (code.is(close + 1, "{") && code.is(close + 2, "return"));
      if (returns && has_guard(text, locals, at + 2, close, "||", variable, ">=")) return {};
      const bool is_last = end >= text.body_last() && !text.mentions("else", close, end);
      if (is_last && has_guard(text, locals, at + 2, close, "&&", variable, "<")) return {};
      return "the guard of `" + variable + "` is not of a known form";
    }
    const bool declares = std::any_of(locals.begin(), locals.end(), [&](const Local& l) { return l.statement == at; });
    if (!declares || touches_memory(text, at, statement_end(text, at)))
      return "work comes before the guard of `" + variable + "`";
  }
  return "`" + variable + "` has no guard";
}

// Each of the blocks must find variables as the original's does.
std::string carried_variable(const KernelText& text, const std::vector<Local>& locals, size_t from) {
  for (const Local& local : locals) {
    if (local.token >= from) continue;
    if (local.is_array && text.mentions(local.name, from, text.body_last())) return local.name;
    if (is_changed(text, local.name, from, text.body_last())) return local.name;
  }
  for (const KernelParameter& parameter : text.parameters()) {
    if (is_changed(text, parameter.declared.name, from, text.body_last())) return parameter.declared.name;
  }
  return {};
}

// A `return` ends the work of one block only; in an inner loop there is no word for that.
Result<void> turn_returns(const KernelText& text, size_t from, Rewrite& rewrite) {
  for (size_t i = from; i < text.body_last(); ++i) {
    const bool loops = text.code().is(i, "for") || text.code().is(i, "while") || text.code().is(i, "do");
    if ((loops || text.code().is(i, "switch")) && text.mentions("return", i, statement_end(text, i)))
      return unfit(text, "it returns from a loop");
    if (text.code().is(i, "return")) rewrite.replace(text.token(i).offset, text.token(i).end(), "continue");
  }
  return {};
}

std::string indented(const std::string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n') result += "  ";
  }
  return result;
}

// The statements from that of `holder` on in a loop over blocks of the original.
Result<Draft> coarse_draft(const KernelText& text, const Local& holder, size_t block_index, int64_t items) {
  Rewrite inner;
  const std::string items_name = text.fresh_name("kItems"), item = text.fresh_name("item");
  inner.replace(text.token(block_index).offset, text.token(block_index + 2).end(),
                fmt::format("(blockIdx.x * {} + {})", items_name, item));
  TRY_VOID(turn_returns(text, holder.statement, inner));
  const std::string changed = inner.applied_to(text.draft().source);
  const size_t begin = text.token(holder.statement).offset;
  const size_t grown = changed.size() - text.draft().source.size();
  const size_t close = text.token(text.body_last()).offset + grown;
  const size_t body_end = changed.find_last_not_of(" \t\r\n", close - 1) + 1;
  const std::string indent = text.indent(holder.statement);
  Draft draft = text.draft();
  draft.source = changed.substr(0, begin) +
                 fmt::format(
                     "constexpr int {0} = {1};  // elements of a thread, a block apart\n{2}#pragma unroll\n"
                     "{2}for (int {3} = 0; {3} < {0}; ++{3}) {{\n{2}  ",
                     items_name, items, indent, item) +
                 indented(changed.substr(begin, body_end - begin)) + "\n" + indent + "}\n" + changed.substr(close);
  draft.grid[0] = fmt::format("ceil_div({}, {})", draft.grid[0], items);
  draft.is_relaunched = true;
  return draft;
}

Result<Draft> make_coarse(const KernelText& text, int64_t items) {
  if (const std::string word = joint_work(text); !word.empty())
    return unfit(text, "threads of a block work together: " + word);
  if (text.draft().grid.empty()) return unfit(text, "the launch has no grid");
  const size_t block_index = only_block_index(text);
  if (block_index == 0 || text.mentions("gridDim")) return unfit(text, "blockIdx.x is not used once");
  const auto locals = find_locals(text);
  const auto holder = std::find_if(locals.begin(), locals.end(), [&](const Local& local) {
    return block_index >= local.value_first && block_index < local.value_last;
  });
  if (holder == locals.end() || !holder->is_set_once) return unfit(text, "no variable is set from blockIdx.x once");
  const IndexForm form = IndexForm::read(text, locals, holder->value_first, holder->value_last);
  if (form.is_opaque() || form.step("threadIdx.x") != 1)
    return unfit(text, "`" + holder->name + "` is not a plain sum");
  for (size_t at = text.body_first(); at < holder->statement; at = statement_end(text, at)) {
    const bool declares = std::any_of(locals.begin(), locals.end(), [&](const Local& l) { return l.statement == at; });
    if (!declares || statement_end(text, at) > holder->statement)
      return unfit(text, "work comes before `" + holder->name + "`");
  }
  if (const std::string why = guard_problem(text, locals, holder->end + 1, holder->name); !why.empty())
    return unfit(text, why);
  if (const std::string name = carried_variable(text, locals, holder->statement); !name.empty())
    return unfit(text, "`" + name + "` changes and comes from before");
  return coarse_draft(text, *holder, block_index, items);
}

}  // namespace

Edit coarsen_edit(int64_t items) {
  return {fmt::format("coarsen {}", items),
          "coarsen",
          fmt::format("each thread does the work of {}, a block apart: their loads are under way together", items),
          "compute.thread_coarsening",
          false,
          make_coarse,
          items};
}

}  // namespace whet::edit
