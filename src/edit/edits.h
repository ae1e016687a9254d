// All edits, and how they are made one after another.
#pragma once

#include <string>
#include <vector>

#include "edit/text/edit.h"

namespace whet::edit {

// In the order in which they are made: each sees the text that those before it left.
const std::vector<Edit>& all_edits();
const Edit* edit_named(std::string_view name);

// The draft with one more edit.
Result<Draft> make(const Edit& edit, const Problem& problem, const Draft& draft);
// The problem's kernel with these edits of all_edits(), in their order. Edits of one family, and those that do not fit
// the text that the others left, are errors.
Result<Draft> make_all(const std::vector<const Edit*>& edits, const Problem& problem);

// An edit that was not made, and why.
struct UnfitEdit {
  std::string name, reason;
};

struct FittingEdits {
  std::vector<const Edit*> edits;
  std::vector<UnfitEdit> unfit;
};
// Which edits fit the problem's kernel as it is.
FittingEdits fitting_edits(const Problem& problem);

}  // namespace whet::edit
