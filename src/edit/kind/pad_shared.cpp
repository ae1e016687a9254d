#include "edit/kind/pad_shared.h"

#include <optional>

#include "edit/text/rewrite.h"
#include "source/kernel/constants.h"

namespace whet::edit {

namespace {

// Rows of a multiple of half the banks put elements of a column into few of them.
constexpr int64_t k_row_multiple = 16;

std::optional<int64_t> extent_value(const KernelText& text, size_t first, size_t last) {
  if (last != first + 1) return std::nullopt;
  const Token& token = text.token(first);
  return token.kind == TokenKind::number ? whole_number(token.text) : text.constant(token.text);
}

// Every use is an element by two indices; its address is not taken.
bool is_used_by_elements(const KernelText& text, size_t declared) {
  const std::string_view name = text.token(declared).text;
  for (size_t i = text.body_first(); i < text.body_last(); ++i) {
    if (i == declared || !text.token(i).is_identifier() || text.token(i).text != name) continue;
    const Code& code = text.code();
    if (!code.is(i + 1, "[") || !code.is(code.partner[i + 1] + 1, "[") || code.is(i - 1, "&")) return false;
    if (code.is(code.partner[code.partner[i + 1] + 1] + 1, "[")) return false;
  }
  return true;
}

// The token "]" of a row to be padded, for the array declared at `i`; 0: it stays as it is.
size_t row_end(const KernelText& text, size_t i) {
  const Code& code = text.code();
  if (!code.is(i, "__shared__")) return 0;
  size_t name = i + 1;
  while (name < text.body_last() && !code.is(name, "[") && !code.is(name, ";")) ++name;
  --name;
  if (!code.is(name + 1, "[")) return 0;
  const size_t second = code.partner[name + 1] + 1;
  if (!code.is(second, "[") || !code.is(code.partner[second] + 1, ";")) return 0;
  const auto row = extent_value(text, second + 1, code.partner[second]);
  if (!row || *row % k_row_multiple != 0 || !is_used_by_elements(text, name)) return 0;
  return code.partner[second];
}

Result<Draft> make_padded(const KernelText& text, int64_t) {
  Rewrite rewrite;
  for (size_t i = text.body_first(); i < text.body_last(); ++i) {
    if (const size_t end = row_end(text, i)) rewrite.insert(text.token(end).offset, " + 1");
  }
  if (rewrite.is_empty())
    return unfit(text, "there is no shared array of two dimensions whose rows hit the same banks");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit pad_shared_edit() {
  return {"padded rows",
          "padded rows",
          "rows of shared arrays are one element longer: a column's elements are in different banks",
          "memory.bank_conflict",
          false,
          make_padded,
          0};
}

}  // namespace whet::edit
