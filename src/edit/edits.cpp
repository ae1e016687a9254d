#include "edit/edits.h"

#include <algorithm>

#include "edit/kind/coarsen.h"
#include "edit/kind/exchange_axes.h"
#include "edit/kind/interchange.h"
#include "edit/kind/loop_by_four.h"
#include "edit/kind/pad_shared.h"
#include "edit/kind/private_counters.h"
#include "edit/kind/quick_division.h"
#include "edit/kind/reciprocal.h"
#include "edit/kind/restrict.h"
#include "edit/kind/shuffle_tree.h"
#include "edit/kind/single_precision.h"
#include "edit/kind/streaming.h"
#include "edit/kind/warp_atomics.h"

namespace whet::edit {

// Coarsening comes before what needs a barrier at the end of a block.
const std::vector<Edit>& all_edits() {
  static const std::vector<Edit> list = {
      restrict_edit(),     single_precision_edit(), exchange_axes_edit(), streaming_edit(),      coarsen_edit(2),
      coarsen_edit(4),     coarsen_edit(8),         reciprocal_edit(),    quick_division_edit(), interchange_edit(),
      wide_loads_edit(),   chains_edit(),           wide_chains_edit(),   pad_shared_edit(),     shuffle_tree_edit(),
      warp_atomics_edit(), private_counters_edit(),
  };
  return list;
}

const Edit* edit_named(std::string_view name) {
  const auto& list = all_edits();
  const auto found = std::find_if(list.begin(), list.end(), [&](const Edit& each) { return each.name == name; });
  return found == list.end() ? nullptr : &*found;
}

Result<Draft> make(const Edit& edit, const Problem& problem, const Draft& draft) {
  TRY(text, KernelText::read(problem, draft));
  return edit.make(text, edit.number);
}

Result<Draft> make_all(const std::vector<const Edit*>& edits, const Problem& problem) {
  TRY(draft, draft_of(problem));
  std::vector<std::string> families;
  for (const Edit& edit : all_edits()) {
    if (std::find(edits.begin(), edits.end(), &edit) == edits.end()) continue;
    if (std::find(families.begin(), families.end(), edit.family) != families.end())
      return bad_input("two edits of one family: " + edit.family, problem.kernel);
    families.push_back(edit.family);
    TRY(next, make(edit, problem, draft));
    draft = std::move(next);
  }
  return draft;
}

FittingEdits fitting_edits(const Problem& problem) {
  FittingEdits found;
  const auto draft = draft_of(problem);
  for (const Edit& edit : all_edits()) {
    const auto made = draft ? make(edit, problem, *draft) : draft;
    if (made)
      found.edits.push_back(&edit);
    else
      found.unfit.push_back({edit.name, made.error().what});
  }
  return found;
}

}  // namespace whet::edit
