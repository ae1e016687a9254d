#include "edit/kind/interchange.h"

#include <algorithm>

#include "edit/text/access.h"
#include "edit/text/rewrite.h"
#include "edit/text/sum_chain.h"

namespace whet::edit {

namespace {

// How many accesses more are next to each other in the outer loop than in the inner one; negative where the body
// stores, which fixes the order.
int gain_by_interchange(const AccessList& list, const LoopNest& nest) {
  int gain = 0;
  for (const Access& access : list.accesses) {
    if (!nest.inner.has(access.name)) continue;
    if (access.is_written) return -1;
    if (access.index.step("threadIdx.x") == 1) continue;
    const auto inner = access.index.step(nest.inner.variable), outer = access.index.step(nest.outer.variable);
    if (outer == 1 && inner != 1 && inner != 0) ++gain;
    if (inner == 1 && outer != 1) --gain;
  }
  return gain;
}

// The bounds of one loop do not depend on the other, and only sums leave the body.
bool is_free_of_order(const KernelText& text, const std::vector<Local>& locals, const LoopNest& nest) {
  const ForLoop& inner = nest.inner.loop;
  if (nest.inner.variable == nest.outer.variable) return false;
  if (text.mentions(nest.outer.variable, inner.open, inner.close)) return false;
  const auto chains = sum_chains(text, locals, nest.inner);
  if (!chains || chains->empty()) return false;
  for (size_t i = inner.open + 1; i < inner.first_end; ++i) {
    if (text.code().is(i, "[") || text.code().is(i, "(")) return false;
  }
  return std::none_of(chains->begin(), chains->end(),
                      [&](const SumChain& chain) { return text.mentions(chain.name, inner.open, inner.close); });
}

Result<Draft> make_interchanged(const KernelText& text, int64_t) {
  if (!allows_rounding(text.problem())) return unfit(text, "the results must be exact");
  const auto locals = find_locals(text);
  const AccessList list = find_accesses(text, locals);
  Rewrite rewrite;
  for (const LoopNest& nest : find_perfect_nests(text)) {
    const ForLoop &outer = nest.outer.loop, &inner = nest.inner.loop;
    if (inner.pragma > 0 || outer.pragma > 0) continue;
    if (gain_by_interchange(list, nest) <= 0 || !is_free_of_order(text, locals, nest)) continue;
    const std::string first = text.text(outer.open, outer.close + 1), second = text.text(inner.open, inner.close + 1);
    rewrite.replace(text.token(outer.open).offset, text.token(outer.close).end(), second);
    rewrite.replace(text.token(inner.open).offset, text.token(inner.close).end(), first);
  }
  if (rewrite.is_empty()) return unfit(text, "no two loops of a sum read neighbours in the outer one");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit interchange_edit() {
  return {"interchanged loops",
          "interchanged loops",
          "two loops of a sum change places: neighbouring passes of the inner one read neighbouring elements",
          "memory.coalesced_access",
          false,
          make_interchanged,
          0};
}

}  // namespace whet::edit
