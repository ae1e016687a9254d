// How far a result moves when its inputs change in their last bit: no kernel in that precision can do better.
//
//   a sum of 1e6 and -1e6 and 1: a last bit of the first is 0.06, so an answer of 1.5 is no mistake of the kernel
#pragma once

#include "judge/oracle/oracle.h"
#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

// Room for each element of each output beyond the class's tolerance: a multiple of what three such changes of the
// inputs did to it, or to most of its row or column; with more, of what twelve did. All zero where no input is
// floating.
Result<Expected> rounding_slack(const Problem& problem, Oracle& oracle, const Trial& trial, const Expected& expected,
                                bool has_more = false);

// What the trial carries, else what the oracle says.
Result<std::shared_ptr<const Expected>> answer_of(const Trial& trial, Oracle& oracle);

// Whether every result is finite.
bool has_numbers(const ResolvedCase& resolved, const Expected& answer);

// Whether an answer can be told from others: no result is beyond its type, and of some output most are well above what
// its type rounds to zero.
bool is_within_types(const ResolvedCase& resolved, const Expected& answer);

// The outputs of a trial against the reference: as the class allows and, where that does not do, with this room.
Result<Verdict> judge_outputs(const Problem& problem, const Trial& trial, const std::vector<std::string>& outputs,
                              Oracle& oracle);

}  // namespace whet
