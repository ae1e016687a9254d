// A map that reads neighbouring elements: which loads are the same lines of memory, moved by constants.
//
//   y[i, j] = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]     one line of x, rows -1 to 1, columns -1 to 1
#pragma once

#include <vector>

#include "write/subject/inner_part.h"

namespace whet::write {

// A load of the inner part: the element `row` lines on and `column` elements aside of the line's own.
struct ShiftedLoad {
  Expr load;
  size_t line = 0;
  int64_t row = 0, column = 0;
};

// Elements along the last index at the place that a thread computes; others lie at rows and columns around it.
struct StencilLine {
  Expr array, offset;  // in bytes, for row and column 0
  int bytes = 0;
  int64_t first_row = 0, last_row = 0, before = 0, after = 0;
};

struct StencilPlan {
  lift::SpaceIndex across;                // the stores run along it
  std::optional<lift::SpaceIndex> march;  // rows of lines are taken along it
  std::vector<lift::SpaceIndex> others;   // in the order of the space
  int64_t lead = 0;                       // elements of a pack before the first that is stored
  std::vector<lift::Statement> border;    // as the meaning has them, counted from `lead` on
  std::vector<lift::Statement> inner;     // where no need is negative
  std::vector<lift::Statement> edge;      // everywhere, with short reductions as their terms
  std::vector<Expr> needs;
  std::vector<StencilLine> lines;
  std::vector<ShiftedLoad> loads;
};

// An error: no array is read at neighbouring elements.
Result<StencilPlan> plan_stencil(const Subject& subject, const Nest& nest, int64_t vector);

}  // namespace whet::write
