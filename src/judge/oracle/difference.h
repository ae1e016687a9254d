// In words, how outputs differ from what they should be.
#pragma once

#include <string>
#include <vector>

#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

// Elements of an output that a call leaves as they were.
struct UnwrittenElements {
  std::string array;
  std::vector<bool> elements;
};

// "`out` differs in 3 of 1024 elements with other data at the same addresses"; empty: nowhere. What an element that
// nobody wrote happens to hold is not told.
std::string difference_text(const Verdict& verdict, const Trial& trial,
                            const std::vector<UnwrittenElements>& unwritten = {});

}  // namespace whet
