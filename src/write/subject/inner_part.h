// A value away from the borders: what border conditions decide there, clamped indices without their clamps, short
// reductions as their terms.
//
//   i > 0 ? x[i - 1] : 0    ->   x[i - 1]           where 0 <= i - 1
//   x[min(n - 1, i + 1)]    ->   x[i + 1]           where 0 <= n - 2 - i
#pragma once

#include <vector>

#include "write/subject/nest.h"

namespace whet::write {

class InnerPart {
 public:
  InnerPart(lift::Arena& arena, const std::vector<lift::SpaceIndex>& space) : arena_(arena), space_(space) {}

  // Reductions over a constant range as their terms; too many of them stay.
  Expr unrolled(Expr e);
  // The value without clamps, then without border conditions. Each adds to the needs.
  Expr unclamped(Expr e);
  Expr decided(Expr e);
  // 0 <= need
  void add_need(Expr need);

  // None of these is negative where the value holds: linear in every index, with constant coefficients.
  const std::vector<Expr>& needs() const { return needs_; }
  // The coefficient of the index; nothing: not constant.
  std::optional<int64_t> coefficient(Expr e, Expr variable) const;

 private:
  bool is_linear(Expr e) const;
  bool depends_on_index(Expr e) const;
  Expr without_clamp(Expr e);
  Expr decided_condition(Expr e);

  lift::Arena& arena_;
  const std::vector<lift::SpaceIndex>& space_;
  std::vector<Expr> needs_;
};

}  // namespace whet::write
