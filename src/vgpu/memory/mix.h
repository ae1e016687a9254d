// A hash that takes one word after another.
#pragma once

#include <bit>
#include <cstdint>

namespace whet::vgpu {

inline uint64_t mix_in(uint64_t hash, uint64_t value) {
  return (std::rotl(hash, 23) ^ value) * 0x9e3779b97f4a7c15;
}

}  // namespace whet::vgpu
