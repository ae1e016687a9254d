#include "device/virtual/cache_sizes.h"

#include <algorithm>

namespace whet {

vgpu::CacheSizes cache_sizes(const Occupancy& occupancy, const Gpu& gpu, const SmLimits& limits) {
  vgpu::CacheSizes sizes;
  sizes.sms = static_cast<uint32_t>(gpu.product.number("sm_count").value_or(132));
  sizes.blocks_per_sm = static_cast<uint32_t>(std::max(1, occupancy.blocks));
  const int64_t used = int64_t{occupancy.blocks} * occupancy.shared_per_block;
  int64_t capacity = limits.shared_bytes;
  for (const int option : limits.shared_capacities) {
    if (option >= used) {
      capacity = option;
      break;
    }
  }
  const auto unified = gpu.capability.number("l1_shared_unified").value_or(256 << 10);
  sizes.l1_bytes = static_cast<uint64_t>(std::max<int64_t>(16 << 10, static_cast<int64_t>(unified) - capacity));
  if (const auto l2 = gpu.product.number("l2")) sizes.l2_bytes = static_cast<uint64_t>(*l2 * 1e6);
  return sizes;
}

}  // namespace whet
