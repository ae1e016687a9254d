// Calls whose arrays are patched together from pieces of many structures.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/trial.h"

namespace whet {

// The first ones have rows, columns, runs and blocks of different structure; the smallest case gets several, and then
// arrays of one structure throughout, where an array has no rows that stand for it.
std::vector<Trial> patch_trials(const std::shared_ptr<const ResolvedCase>& resolved, const TrialPlan& plan,
                                const std::vector<std::string>& plain);

// The same pieces without zeros and far values, where a problem has no answer to those.
Trial milder(const Trial& trial, const std::vector<std::string>& plain);

}  // namespace whet
