// In words, how outputs differ from what they should be.
#pragma once

#include <string>

#include "judge/trial/trial.h"
#include "problem/judge.h"

namespace whet {

// "`out` differs in 3 of 1024 elements with other data at the same addresses"; empty: nowhere.
std::string difference_text(const Verdict& verdict, const Trial& trial);

}  // namespace whet
