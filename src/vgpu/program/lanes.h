// Lanes, masks, and where an operand is stored.
#pragma once

#include <cstddef>
#include <cstdint>

// Before a loop over lanes: iterations are independent, which the compiler cannot know.
#if defined(__clang__)
#define WHET_LANES_ARE_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define WHET_LANES_ARE_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace whet::vgpu {

inline constexpr int k_lanes = 32;
using Mask = uint32_t;  // bit i: lane i
inline constexpr Mask k_all_lanes = ~0u;

// Where an operand is stored: 32 values or a mask in the warp's frame, one value in the frame, or one in the constants.
class Ref {
 public:
  enum Kind : uint32_t { lanes = 0, scalar = 1, constant = 2, absent = 3 };

  Ref() = default;
  Ref(Kind kind, uint32_t offset) : bits_(offset << 2 | kind) {}

  Kind kind() const { return static_cast<Kind>(bits_ & 3); }
  uint32_t offset() const { return bits_ >> 2; }  // bytes
  bool present() const { return kind() != absent; }
  bool is_lanes() const { return kind() == lanes; }

 private:
  uint32_t bits_ = absent;
};

}  // namespace whet::vgpu
