#include "edit/kind/exchange_axes.h"

#include <algorithm>

#include "edit/text/access.h"
#include "edit/text/rewrite.h"
#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr WordList k_thread_names("threadIdx blockIdx blockDim gridDim");

// Other functions that ask who they are would have to be changed too.
bool is_asked_elsewhere(const KernelText& text) {
  const auto asks = [&](const Declaration& each) {
    if (!each.device || each.global || !each.has_body) return false;
    for (size_t i = each.first; i < each.last; ++i) {
      if (text.token(i).is_identifier() && k_thread_names.holds(text.token(i).text)) return true;
    }
    return false;
  };
  const auto& all = text.outline().declarations;
  return std::any_of(all.begin(), all.end(), asks);
}

// How many accesses more are next to each other along y than along x.
int gain_by_exchange(const KernelText& text) {
  const auto locals = find_locals(text);
  int gain = 0;
  for (const Access& access : find_accesses(text, locals).accesses) {
    if (access.index.step("threadIdx.y") == 1 && access.index.step("threadIdx.x") != 1) ++gain;
    if (access.index.step("threadIdx.x") == 1 && access.index.step("threadIdx.y") != 1) --gain;
  }
  return gain;
}

Result<Draft> make_exchanged(const KernelText& text, int64_t) {
  const auto& block = text.block();
  if (text.draft().grid.size() < 2 || text.draft().block.size() < 2 || block[0] < 2 || block[1] < 2)
    return unfit(text, "the block has no two axes");
  if (const std::string word = warp_work(text); !word.empty())
    return unfit(text, "threads of a warp work together: " + word);
  if (is_asked_elsewhere(text)) return unfit(text, "another function asks for the thread's place");
  if (gain_by_exchange(text) <= 0) return unfit(text, "accesses are not closer together along the other axis");
  Rewrite rewrite;
  for (size_t i = text.body_first(); i < text.body_last(); ++i) {
    if (!text.token(i).is_identifier() || !k_thread_names.holds(text.token(i).text)) continue;
    if (!text.code().is(i + 1, ".")) return unfit(text, "a place of threads is used as a whole");
    const Token& axis = text.token(i + 2);
    if (axis.is("x") || axis.is("y")) rewrite.replace(axis.offset, axis.end(), axis.is("x") ? "y" : "x");
  }
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  std::swap(draft.grid[0], draft.grid[1]);
  std::swap(draft.block[0], draft.block[1]);
  draft.is_relaunched = true;
  return draft;
}

}  // namespace

Edit exchange_axes_edit() {
  return {"exchanged axes",
          "exchanged axes",
          "the axes x and y of threads are exchanged: neighbouring threads touch neighbouring elements",
          "memory.coalesced_access",
          false,
          make_exchanged,
          0};
}

}  // namespace whet::edit
