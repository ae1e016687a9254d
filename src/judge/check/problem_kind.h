// What a problem's answers say of it: how far its data may be taken and how exact its results must be follow from that.
#pragma once

#include <vector>

#include "judge/oracle/oracle.h"
#include "judge/trial/trial.h"

namespace whet {

struct ProblemKind {
  bool is_pointwise = false;  // each result is made of the elements at its own place alone
  bool is_even = false;       // results scale by a power of what the data is scaled by (reach.h)
};

// Of the trials of one case: those with a few values changed and with all values scaled are looked at. Where one is
// missing, or has no answer, the problem is neither.
Result<ProblemKind> kind_of(const std::vector<Trial>& trials, Oracle& oracle);

// Whether outputs differ where, and only where, inputs do; every array is of the same length.
Result<bool> changes_in_place(const Trial& before, const NumberArrays& answer_before, const Trial& after,
                              const NumberArrays& answer_after, ArrayMath& arrays);

}  // namespace whet
