// Describes how outputs differ from the expected ones.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

// Elements of an output that a call did not write.
struct UnwrittenElements {
  std::string array;
  std::vector<bool> elements;
};

// "`out` differs in 3 of 1024 elements with other data at the same addresses"; empty: no difference. The random content
// of an unwritten element is not shown.
std::string difference_text(const Verdict& verdict, const Trial& trial,
                            const std::vector<UnwrittenElements>& unwritten = {});

}  // namespace whet
