// A number that nobody can guess.
#pragma once

#include <cstdint>
#include <random>

namespace whet {

// All 64 bits come from the system's source of randomness.
inline uint64_t secret_number() {
  std::random_device words;
  return uint64_t{words()} << 32 | words();
}

}  // namespace whet
