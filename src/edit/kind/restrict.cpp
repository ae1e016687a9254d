#include "edit/kind/restrict.h"

#include <algorithm>

#include "edit/text/rewrite.h"
#include "source/kernel/parameter_use.h"

namespace whet::edit {

namespace {

bool has_word(const KernelText& text, const KernelParameter& parameter, std::string_view word) {
  return text.mentions(word, parameter.first, parameter.last);
}

bool is_restricted(const KernelText& text, const KernelParameter& parameter) {
  return has_word(text, parameter, "__restrict__") || has_word(text, parameter, "__restrict");
}

// A template's instances name the types of its parameters: these stay.
bool may_be_const(const KernelText& text, const KernelParameter& parameter) {
  if (parameter.declared.is_const || text.kernel().is_template || has_word(text, parameter, "volatile")) return false;
  const ParameterUse use = use_of_parameter(text.code(), text.kernel(), parameter.declared.name);
  return use.is_sure && use.reads && !use.writes;
}

// The only star of a plain pointer; 0: there is none.
size_t star_of(const KernelText& text, const KernelParameter& parameter) {
  size_t star = 0;
  for (size_t i = parameter.first; i < parameter.last; ++i) {
    if (!text.code().is(i, "*")) continue;
    if (star > 0) return 0;
    star = i;
  }
  return star;
}

// The arrays of a problem are apart from each other, so that different parameters never alias.
Result<Draft> make_restricted(const KernelText& text, int64_t) {
  Rewrite rewrite;
  size_t arrays = 0;
  bool stores = false;
  for (const KernelParameter& parameter : text.parameters()) {
    if (!parameter.is_array()) continue;
    ++arrays;
    stores |= parameter.argument->role != ArgumentRole::in;
    const size_t star = star_of(text, parameter);
    if (star == 0 || has_word(text, parameter, "volatile")) continue;
    if (may_be_const(text, parameter)) rewrite.insert(text.token(parameter.first).offset, "const ");
    const bool is_tight = text.token(star).end() == text.token(star + 1).offset;
    if (!is_restricted(text, parameter))
      rewrite.insert(text.token(star).end(), is_tight ? " __restrict__ " : " __restrict__");
  }
  if (arrays < 2 || !stores) return unfit(text, "there are no two arrays of which one is written");
  if (rewrite.is_empty()) return unfit(text, "every pointer is const or restrict where it can be");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit restrict_edit() {
  return {"restrict",
          "restrict",
          "pointers that do not alias say so, and arrays that are only read are const",
          "memory.cache_and_readonly",
          true,
          make_restricted,
          0};
}

}  // namespace whet::edit
