// Numbers that a kernel itself asks for: the constants that it compares with. What it does at, just below and just
// above them is what other data would hardly show (`x == 7`, `x > 1000`).
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace whet::lift {

struct AskedValues {
  std::vector<double> reals{0};  // every kernel may ask for the sign of zero
  std::vector<int64_t> wholes;
};

AskedValues asked_values(const std::vector<const ptx::Function*>& functions);

// One of the values by random bits: itself, its neighbours in numbers of so many bytes, or its negative.
double asked_real(const AskedValues& asked, uint64_t bits, int bytes);
// The same of integers, of which some are asked for; 0 where it does not fit their type.
int64_t asked_whole(const AskedValues& asked, uint64_t bits, int bytes, bool is_unsigned);

}  // namespace whet::lift
