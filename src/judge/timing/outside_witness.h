// The time of a call by the judge's own clock, outside the candidate's process: from the request to a part of the
// result. Messages and waiting in between are the same for both contenders, so that the difference of two times is
// theirs.
#pragma once

#include <cstdint>

#include "judge/timing/timing.h"

namespace whet {

// How many seconds shorter a call of the candidate is than one of the baseline; the median of paired rounds. It is
// an error if results change after the call was answered.
Result<double> gain_seen_outside(const Contender& baseline, const Contender& candidate, const Clock& clock,
                                 uint64_t seed);

}  // namespace whet
