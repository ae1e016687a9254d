// The loads of rows: packs along a row, of which those that several passes need stay in registers, and elements that a
// row needs once.
#pragma once

#include <string>
#include <vector>

#include "write/schedule/wide_packs.h"
#include "write/subject/reduction_plan.h"

namespace whet::write {

struct RowLoad {
  Expr load;
  std::string name, is_wide;
};

class RowLoads {
 public:
  RowLoads(const Subject& subject, const ReductionPlan& plan, CudaExpression& text, Lines& lines)
      : subject_(subject), arena_(subject.arena), plan_(plan), text_(text), lines_(lines) {}

  // Names all packs of the plan.
  void choose(WidePacks& wide);
  // What these need of other arrays for a row is loaded once; a thread without a row loads nothing.
  void hold_for_row(const std::vector<Expr>& roots);

  // The packs that these need.
  std::vector<RowLoad> in(const std::vector<Expr>& roots) const;

  // Declares and loads those packs that some phase needs, for rows that are kept in registers.
  void write_held(const std::string& length);
  // Open the loop over the packs of a thread, in which `k` is the first element and each load is bound to element `e`.
  void open_held(const std::vector<RowLoad>& loads, const std::string& length);
  // Two loops: kInFlight packs are loaded before one is used.
  void open_in_flight(const std::vector<RowLoad>& loads, const std::string& length);

 private:
  std::vector<Expr> packs(const std::vector<Expr>& roots) const;
  bool changes_within_row(Expr offset) const;
  // Whether no pass after this one and no other row reads an element of it, nor another load of this pass.
  bool is_read_once(Expr load) const;
  void declare(const RowLoad& load, const char* count);
  void write(const RowLoad& load, const std::string& place, const std::string& length);

  const Subject& subject_;
  lift::Arena& arena_;
  const ReductionPlan& plan_;
  CudaExpression& text_;
  Lines& lines_;
  std::vector<RowLoad> loads_;
};

}  // namespace whet::write
