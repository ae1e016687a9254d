// Whole numbers of pieces and powers of two.
#pragma once

#include <bit>
#include <cstdint>

namespace whet::write {

// How many pieces of b elements cover a of them.
constexpr int64_t pieces(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// The least power of two that is not below it.
constexpr int64_t power_of_two(int64_t least) {
  return static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(least)));
}

}  // namespace whet::write
