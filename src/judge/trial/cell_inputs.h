// Data in which every cell of a small array is the largest value once, and some cells of longer rows.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/trial.h"

namespace whet {

// The inputs of each call: one call for each cell of a row, or as many as the budget allows; none if these are very
// few. Arrays with rows of different lengths are varied at the same time.
std::vector<ArrayContents> cell_inputs(const ResolvedCase& resolved, const TrialPlan& plan, const ArrayContents& plain);

}  // namespace whet
