// Which of the numbers that a kernel gets are sizes: ranges, strides and divisors are made of them. Others, such as the
// distance by which elements are moved, may be negative.
#pragma once

#include <set>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

// Parameters that are declared as signed numbers and are no sizes.
struct PassedNumbers {
  std::set<int> named;
  std::set<int> unnamed;  // the meaning does without them: they may be the lengths of parts that became one range
};
PassedNumbers numbers_beside_sizes(const Arena& arena, const Meaning& meaning,
                                   const std::vector<Parameter>& parameters);

}  // namespace whet::lift
