// How far from a problem's own data its values may be taken, so that an honest kernel still computes what is asked.
#pragma once

#include <vector>

#include "judge/oracle/oracle.h"
#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

// f(16 x) = 16^d f(x), output by output: the problem knows no size of its own, and rounding is the same at every size.
// `scaled` answers the data of `plain` times 16. Of large arrays some elements are looked at.
Result<bool> scales_evenly(const Trial& plain, const NumberArrays& usual, const NumberArrays& scaled,
                           ArrayMath& arrays);

// The reaches (problem/data/variant.h) that a trial is tried at, the farthest first. Results that are chosen from the
// inputs go farthest, then those of problems that scale evenly. Others stay within 2^25: honest exponentials lose their
// digits far out, and exp2(x * k - max), its product fused, is no number from about 2^30 on.
Result<std::vector<double>> reaches_of(const Problem& problem, const Trial& trial, const std::vector<Trial>& of_case,
                                       Oracle& oracle);

}  // namespace whet
