// Which of the numbers that a kernel gets are sizes: ranges, strides and divisors are made of them. Others, such as the
// distance by which elements are moved, may be negative.
#pragma once

#include <set>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

// Numbers that are passed, not declared without a sign, and no sizes.
struct NumbersBesideSizes {
  std::set<PassedNumber> named;
  // The kernel reads them, the meaning does without: they may be lengths of parts that became one range.
  std::set<PassedNumber> unnamed;
};
NumbersBesideSizes numbers_beside_sizes(const Arena& arena, const Meaning& meaning,
                                        const std::vector<Parameter>& parameters);

}  // namespace whet::lift
