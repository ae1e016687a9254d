#include "edit/kind/reciprocal.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "edit/text/locals.h"
#include "edit/text/rewrite.h"

namespace whet::edit {

namespace {

// Where a float that never changes has its value: one past the token; 0: it is not such a variable.
size_t known_from(const KernelText& text, const std::vector<Local>& locals, std::string_view name) {
  const KernelParameter* const parameter = text.parameter(name);
  if (parameter && parameter->declared.base == "float" && !parameter->declared.is_pointer() &&
      !is_changed(text, name, text.body_first(), text.body_last()))
    return text.body_first();
  const Local* const local = local_named(locals, name);
  const bool is_float = local && (local->type == "float" || local->type == "const float");
  return is_float && local->is_set_once ? local->end + 1 : 0;
}

// The loop around a token that begins after `from`.
bool is_looped(const KernelText& text, size_t token, size_t from) {
  for (size_t i = from; i < token; ++i) {
    const bool loops = text.code().is(i, "for") || text.code().is(i, "while");
    if (loops && statement_end(text, i) > token) return true;
  }
  return false;
}

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
    const size_t from = known_from(text, locals, name);
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
