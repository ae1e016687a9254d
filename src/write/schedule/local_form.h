// Reductions that need the result of another over the same range, made part by part: a part uses its own result in
// place of that of the whole, and what it found is corrected afterwards. So the data is read once.
//
//   sum(k: (x[k] - t)^2)       =  sum over parts p of  sum(k in p: (x[k] - mean_p)^2) + n_p * (mean_p - t)^2
//   sum(k: exp(x[k] - max x))  =  sum over parts p of  exp(max_p - max x) * sum(k in p: exp(x[k] - max_p))
#pragma once

#include <optional>
#include <vector>

#include "write/subject/reduction_plan.h"

namespace whet::write {

struct LocalForm {
  enum class Kind : uint8_t { squares, exponentials };
  Kind kind = Kind::squares;
  Expr varying;               // x[k]
  Expr shift;                 // t, or the reduction that gives max x
  std::vector<Expr> factors;  // of the exponentials, which may vary too
};

// The form of a reduction that needs some of those in `before`; nothing: it has none.
std::optional<LocalForm> local_form(const Subject& subject, Expr variable, const PlannedReduction& reduction,
                                    const ReductionPhase& before);

}  // namespace whet::write
