// Loads through the read-only path (ld.global.nc: __ldg, const __restrict__) of bytes that the same launch writes. A
// GPU may answer them from a cache that no store reaches, so what they give is undefined whichever thread writes,
// whatever orders the two, and whichever comes first.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "vgpu/machine/launch_state.h"
#include "vgpu/machine/warp_access.h"

namespace whet::vgpu {

class ReadOnlyCheck {
 public:
  explicit ReadOnlyCheck(LaunchState& launch);

  // Whether the kernel has such loads; else there is nothing to watch.
  bool is_needed() const { return is_needed_; }
  void access(const WarpAccess& access);

 private:
  static constexpr uint8_t k_loaded = 1, k_written = 2;  // of a byte

  uint8_t* flags(uint64_t address, uint64_t bytes);
  void report(const WarpAccess& access, int lane);

  LaunchState& launch_;
  std::vector<bool> loads_;  // per instruction: it is one
  bool is_needed_ = false;
  std::unordered_map<uint64_t, std::vector<uint8_t>> bytes_;  // by the base of the allocation
};

}  // namespace whet::vgpu
