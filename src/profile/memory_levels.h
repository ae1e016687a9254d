// Bytes that a launch moved at each level of memory, and the operations that it did, from its metrics.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "profile/profile.h"

namespace whet {

enum class MemoryLevel { dram, l2, shared };
inline constexpr std::array k_memory_levels{MemoryLevel::dram, MemoryLevel::l2, MemoryLevel::shared};
std::string_view name_of(MemoryLevel level);  // "shared memory"

// Nothing if it was not counted. Shared memory moves whole wavefronts, so bank conflicts count as bytes.
std::optional<double> bytes_at(MemoryLevel level, const MetricSet& metrics);

// Of fp32 and fp64 arithmetic. Nothing if it was not counted, or if tensor cores or half arithmetic may have done a
// part of it, which the metrics do not tell in operations.
std::optional<double> counted_flops(const MetricSet& metrics);

}  // namespace whet
