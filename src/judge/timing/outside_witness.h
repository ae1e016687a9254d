// The time of a call as the judge sees it, with the process of the candidate shut out: from the request to a part of
// the result. What lies between (messages, waiting) is the same for both contenders, so the difference of two is
// theirs.
#pragma once

#include <cstdint>

#include "judge/timing/timing.h"

namespace whet {

// By how many seconds a call of the candidate is shorter than one of the baseline; a median of paired rounds. An error
// where what a call left changes after it was answered.
Result<double> gain_seen_outside(const Contender& baseline, const Contender& candidate, const Clock& clock,
                                 uint64_t seed);

}  // namespace whet
