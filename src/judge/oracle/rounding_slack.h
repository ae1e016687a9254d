// How far a result moves when its inputs change in their last bit: no kernel in that precision can do better than that.
//
//   a sum of 1e6 and -1e6 and 1: a last bit of the first is 0.06, so an answer of 1.5 is not an error of the kernel
#pragma once

#include <functional>
#include "judge/oracle/oracle.h"
#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

// Additional tolerance for each element of each output: a multiple of the largest effect that three such changes of the
// inputs had on it, or on most of its row or column; with `has_more`, of twelve. Empty if no input is floating.
Result<NumberArrays> rounding_slack(const Problem& problem, Oracle& oracle, const Trial& trial,
                                    const NumberArrays& expected, bool has_more = false);

// The answer that the trial carries, else the oracle's.
Result<std::shared_ptr<const NumberArrays>> answer_of(const Trial& trial, Oracle& oracle);

// Whether every result is finite.
Result<bool> has_numbers(const ResolvedCase& resolved, const NumberArrays& answer, ArrayMath& arrays);

// Whether the answer is distinguishable: no result exceeds its type, and for some output most results are well above
// what its type rounds to zero.
Result<bool> is_within_types(const ResolvedCase& resolved, const NumberArrays& answer, ArrayMath& arrays);

// Compares the outputs of a trial with the reference, first within the class and, if that fails, with this slack.
// `make_room` is called before more answers are asked for.
Result<Verdict> judge_outputs(const Problem& problem, const Trial& trial, const ArrayContents& outputs, Oracle& oracle,
                              const std::function<void()>& make_room = {});

}  // namespace whet
