// The profile of a launch on the virtual GPU: counts under Nsight Compute's names where the meaning is the same, times
// and shares from the time model.
#pragma once

#include "device/virtual/virtual_device.h"
#include "profile/line_counts.h"
#include "profile/profile.h"

namespace whet {

// Metrics that Nsight Compute has no name for.
inline constexpr const char* k_block_imbalance = "whet__block_work_max_over_mean.ratio";
inline constexpr const char* k_tail = "whet__time_over_even_time.ratio";
inline constexpr const char* k_hottest_atomics = "whet__atomic_lanes_on_hottest_address.sum";
inline constexpr const char* k_load_ideal = "whet__global_load_sectors_ideal.sum";
inline constexpr const char* k_store_ideal = "whet__global_store_sectors_ideal.sum";
inline constexpr const char* k_shared_ideal = "whet__shared_wavefronts_ideal.sum";
inline constexpr const char* k_int_divisions = "whet__inst_executed_integer_division.sum";
inline constexpr const char* k_float_divisions = "whet__inst_executed_checked_division.sum";
inline constexpr const char* k_diverged = "whet__branches_diverged.sum";
inline constexpr const char* k_branches = "whet__branches.sum";
inline constexpr const char* k_local_accesses = "whet__inst_executed_local_access.sum";
inline constexpr const char* k_barriers = "whet__inst_executed_block_barrier.sum";

// The launch was counted and it ended.
Result<Profile> virtual_profile(const Launch& launch, const VirtualReport& report, const DeviceFacts& device);

}  // namespace whet
