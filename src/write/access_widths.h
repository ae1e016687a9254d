// How wide the accesses of a nest are, by which schedules choose their packs.
#pragma once

#include <cstdint>
#include <vector>

#include "write/subject/nest.h"

namespace whet::write {

inline constexpr int64_t k_widest_word = 16;  // bytes of the widest access

// Bytes of the widest and the narrowest element that a nest accesses.
struct AccessWidths {
  int64_t widest = 1, narrowest = k_widest_word;
};
AccessWidths widths_of(const Subject& subject, const Nest& nest);

// Elements of packs that are as wide as a word for the widest element, for the narrowest, and of one.
std::vector<int64_t> pack_lengths(const AccessWidths& widths);

}  // namespace whet::write
