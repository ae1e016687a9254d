// Trials made of what a candidate's own code is written for: the values it compares with and the places it looks at.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/code_constants.h"
#include "judge/trial/trial.h"

namespace whet {

// What a candidate's code holds, and what of it the original's does not: that comes first, and alone says which places
// are looked at. Without an original both are the same.
struct OwnConstants {
  CodeConstants all, fresh;
  bool has_original = true;
};

OwnConstants own_constants(const std::string& ptx, const std::string& original_ptx);

// `plain` is the trial with the problem's data. Three kinds, each where there is something to try:
//   values from its code        1.5, its neighbours, half and twice of it; values with the bits it masks and compares
//   large values from its code  the same beyond the problem's own magnitudes, one of them in each row
//   places from its code        lone values at the rows, columns and indices it compares with
std::vector<Trial> code_trials(const Trial& plain, const OwnConstants& constants, const TrialPlan& plan);

}  // namespace whet
