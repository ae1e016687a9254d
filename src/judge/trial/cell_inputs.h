// Data in which every cell of small arrays stands out once, and some of longer rows.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/trial.h"

namespace whet {

// The inputs of each call: as many as rows are long, or as the budget has; none where that is very few. Arrays of
// several lengths turn side by side.
std::vector<std::vector<std::string>> cell_inputs(const ResolvedCase& resolved, const TrialPlan& plan,
                                                  const std::vector<std::string>& plain);

}  // namespace whet
