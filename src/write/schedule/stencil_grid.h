// Which elements each thread of a stencil computes: blocks run across first, then down, then through the groups of rows
// and the other indices.
#pragma once

#include "write/schedule/row_index.h"
#include "write/schedule/stencil.h"
#include "write/subject/stencil_plan.h"

namespace whet::write {

class StencilGrid {
 public:
  StencilGrid(const StencilPlan& plan, const StencilNumbers& numbers) : plan_(plan), numbers_(numbers) {}

  int64_t rows() const { return plan_.march ? numbers_.rows : 1; }  // of a thread
  // Declares how many packs, tiles and groups of rows there are.
  void write_counts(Lines& lines, CudaExpression& text) const;
  // Declares the first row `i` and the first column `j` of the thread, and the other indices.
  void write_indices(Lines& lines, CudaExpression& text) const;
  // The number of blocks.
  Result<std::string> formula(const Subject& subject) const;

 private:
  bool has_others() const { return !plan_.others.empty(); }
  void write_other_indices(const std::string& rest, Lines& lines, CudaExpression& text) const;

  const StencilPlan& plan_;
  const StencilNumbers& numbers_;
};

}  // namespace whet::write
