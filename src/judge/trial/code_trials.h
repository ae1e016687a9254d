// Trials from constants in the candidate's own code: the values that it compares with and the places that it looks at.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/code_constants.h"
#include "judge/trial/trial.h"

namespace whet {

// The constants of a candidate's code, and those of them that the original's code does not have. The latter come first,
// and only they are tried as places. Without an original both are the same.
struct OwnConstants {
  CodeConstants all, fresh;
  bool has_original = true;
};

OwnConstants own_constants(const std::string& ptx, const std::string& original_ptx);

// `plain` is the trial with the problem's data. There are four kinds, each made if it has constants to try:
//   values from its code        1.5, its neighbours, half and twice of it; values with the bits it masks and compares
//   wide values from its code   the same for integers without a declared range
//   large values from its code  the same beyond the problem's own magnitudes, one of them in each row
//   places from its code        lone values at the rows, columns and indices it compares with
std::vector<Trial> code_trials(const Trial& plain, const OwnConstants& constants, const TrialPlan& plan);

}  // namespace whet
