// Trials whose arrays are patched together from pieces with different structures.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/trial.h"

namespace whet {

// The first ones have rows, columns, runs and blocks of different structures. The smallest case gets several and, if an
// array has no rows that results separate, also arrays with one structure throughout.
std::vector<Trial> patch_trials(const std::shared_ptr<const ResolvedCase>& resolved, const TrialPlan& plan,
                                const ArrayContents& plain);

// The same pieces without zeros and values far out, for problems that have no finite answer to those.
Trial milder(const Trial& trial, const ArrayContents& plain);

}  // namespace whet
