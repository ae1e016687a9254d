// Problems whose outputs are inputs at other places: whatever bits those are, they must arrive.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/check/original_trials.h"
#include "judge/oracle/oracle.h"
#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

// Whether some of each floating output's values all stand in the inputs: worth asking the original.
Result<bool> may_copy(const Trial& plain, const NumberArrays& expected, ArrayMath& arrays);

// Whether each output is exact, or holds values of the inputs.
Result<bool> is_choice(const Problem& problem, const Trial& plain, const NumberArrays& expected, ArrayMath& arrays);

// Arbitrary bits in all arrays that take any values, NaNs with a payload, infinities, denormal numbers and -0 among
// them. Each element is exchanged with `mask`.
Trial with_bits(const Trial& plain, uint64_t secret, uint64_t mask);

// Whether the outputs to bits without and with a mask differ by the mask or not at all: the kernel moves what it is
// given and looks at none of it.
Result<bool> is_copy(const ResolvedCase& resolved, uint64_t mask, const ArrayContents& plain,
                     const ArrayContents& masked, ArrayMath& arrays);

// What the original makes of arbitrary bits.
struct CopyTrial {
  Trial trial;
  ArrayContents wanted;
};

// Nothing where the original does not copy, or there is none.
Result<std::optional<CopyTrial>> copy_trial(const Trial& plain, uint64_t secret, Oracle& oracle,
                                            OriginalTrials& originals);

// What differs from what the original made of the same bits, in words; empty: nothing. Outputs of the exact class must
// have the same bits, others the same values within their class.
Result<std::string> bit_difference(const Problem& problem, const Trial& trial, const ArrayContents& outputs,
                                   const ArrayContents& wanted, ArrayMath& arrays);

}  // namespace whet
