#include "edit/kind/streaming.h"

#include <algorithm>

#include <fmt/format.h>

#include "edit/text/access.h"
#include "edit/text/rewrite.h"
#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr WordList k_streamed_types("float double int");

bool is_looped_over(const KernelText& text, size_t token) {
  for (size_t i = text.body_first(); i < token; ++i) {
    const bool loops = text.code().is(i, "for") || text.code().is(i, "while") || text.code().is(i, "do");
    if (loops && statement_end(text, i) > token) return true;
  }
  return false;
}

// Neighbouring threads touch neighbouring elements, once.
bool passes_by(const KernelText& text, const Access& access) {
  return access.index.step("threadIdx.x") == 1 && !is_looped_over(text, access.name);
}

// The only access of its array, which passes by.
bool is_streamed(const KernelText& text, const AccessList& list, const Access& access) {
  const auto same = std::count_if(list.accesses.begin(), list.accesses.end(),
                                  [&](const Access& a) { return a.array == access.array; });
  return same == 1 && list.is_clear(access.array) && !access.is_atomic && passes_by(text, access) &&
         k_streamed_types.holds(text.parameter(access.array)->declared.base);
}

void mark_store(const KernelText& text, const Access& access, Rewrite& rewrite) {
  const size_t end = statement_end(text, access.name) - 1;
  rewrite.insert(text.token(access.name).offset, "__stcs(&");
  rewrite.replace(text.token(access.close).end(), text.token(access.close + 2).offset,
                  fmt::format(", static_cast<{}>(", text.parameter(access.array)->declared.base));
  rewrite.insert(text.token(end).offset, "))");
}

Result<Draft> make_streaming(const KernelText& text, int64_t) {
  const auto locals = find_locals(text);
  const AccessList list = find_accesses(text, locals);
  Rewrite rewrite;
  const bool reuses = std::any_of(list.accesses.begin(), list.accesses.end(),
                                  [&](const Access& access) { return !passes_by(text, access); });
  if (!reuses) return unfit(text, "every element is used once: there is nothing to keep in the caches");
  for (const Access& access : list.accesses) {
    if (!is_streamed(text, list, access)) continue;
    const Token& before = text.token(access.name - 1);
    const bool is_statement = before.is(";") || before.is("{") || before.is("}") || before.is(")");
    if (access.is_written && !access.is_read && is_statement) mark_store(text, access, rewrite);
    if (access.is_read && !access.is_written) {
      rewrite.insert(text.token(access.name).offset, "__ldcs(&");
      rewrite.insert(text.token(access.close).end(), ")");
    }
  }
  if (rewrite.is_empty()) return unfit(text, "no array is touched once by neighbouring threads");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit streaming_edit() {
  return {"streaming",
          "streaming",
          "elements that are touched once do not stay in the caches",
          "memory.cache_hint",
          true,
          make_streaming,
          0};
}

}  // namespace whet::edit
