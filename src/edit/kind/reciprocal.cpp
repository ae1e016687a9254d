#include "edit/kind/reciprocal.h"

#include <map>

#include <fmt/format.h>

#include "edit/text/locals.h"
#include "edit/text/rewrite.h"

namespace whet::edit {

namespace {

Result<Draft> make_reciprocal(const KernelText& text, int64_t) {
  if (!allows_single(text.problem())) return unfit(text, "the precision of the results does not allow it");
  const Code& code = text.code();
  const auto locals = find_locals(text);
  Rewrite rewrite;
  std::map<std::string, std::string, std::less<>> inverses;
  for (size_t i = text.body_first(); i + 2 < text.body_last(); ++i) {
    if (!code.is(i, "/") || !code.is_word(i + 1) || code.is(i + 2, "[") || code.is(i + 2, ".") || code.is(i + 2, "("))
      continue;
    const std::string name(text.token(i + 1).text);
    const size_t from = known_from(text, locals, name, "float");
    if (from == 0 || !is_looped(text, i, from)) continue;
    if (!inverses.contains(name)) {
      inverses[name] = text.fresh_name(name + "_inverse");
      const std::string definition = fmt::format("const float {} = 1.0f / {};", inverses[name], name);
      const size_t before = from == text.body_first() ? text.kernel().head_end : from - 1;
      rewrite.insert(text.token(before).end(), "\n" + text.indent(from) + definition);
    }
    rewrite.replace(text.token(i).offset, text.token(i + 1).end(), "* " + inverses[name]);
  }
  if (inverses.empty()) return unfit(text, "no loop divides by a float that stays the same");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit reciprocal_edit() {
  return {"reciprocal",
          "reciprocal",
          "divisions in a loop by a float that stays the same become products with its reciprocal",
          "compute.strength_reduce",
          true,
          make_reciprocal,
          0};
}

}  // namespace whet::edit
