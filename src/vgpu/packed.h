// A function of 16-bit values done on both halves of a 32-bit register.
#pragma once

#include <cstdint>

namespace whet::vgpu {

template <auto fn>
struct BothHalves;

template <uint16_t (*fn)(uint16_t)>
struct BothHalves<fn> {
  static uint32_t of(uint32_t a) {
    return uint32_t{fn(static_cast<uint16_t>(a >> 16))} << 16 | fn(static_cast<uint16_t>(a));
  }
};

template <uint16_t (*fn)(uint16_t, uint16_t)>
struct BothHalves<fn> {
  static uint32_t of(uint32_t a, uint32_t b) {
    const uint32_t high = fn(static_cast<uint16_t>(a >> 16), static_cast<uint16_t>(b >> 16));
    return high << 16 | fn(static_cast<uint16_t>(a), static_cast<uint16_t>(b));
  }
};

template <uint16_t (*fn)(uint16_t, uint16_t, uint16_t)>
struct BothHalves<fn> {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t high =
        fn(static_cast<uint16_t>(a >> 16), static_cast<uint16_t>(b >> 16), static_cast<uint16_t>(c >> 16));
    return high << 16 | fn(static_cast<uint16_t>(a), static_cast<uint16_t>(b), static_cast<uint16_t>(c));
  }
};

}  // namespace whet::vgpu
