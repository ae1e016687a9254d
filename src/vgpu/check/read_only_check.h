// Finds loads through the read-only path (ld.global.nc: __ldg, const __restrict__) of bytes that the same launch
// writes. A GPU may serve them from a cache that stores do not update, so their value is undefined, even if the two are
// ordered and the same thread does both.
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

  // Whether the kernel has such loads; otherwise the check is not needed.
  bool is_needed() const { return is_needed_; }
  void access(const WarpAccess& access);

 private:
  static constexpr uint8_t k_loaded = 1, k_written = 2;  // flags of a byte

  uint8_t* flags(uint64_t address, uint64_t bytes);
  void report(const WarpAccess& access, int lane);

  LaunchState& launch_;
  std::vector<bool> loads_;  // per instruction: whether it is such a load
  bool is_needed_ = false;
  std::unordered_map<uint64_t, std::vector<uint8_t>> bytes_;  // by the base of the allocation
};

}  // namespace whet::vgpu
