// What a kernel can reach with its work, and when it is fast enough that a search may stop.
#pragma once

#include <optional>

#include "hardware/reachable.h"
#include "judge/timing/floor.h"

namespace whet {

// The work of a case: declared or derived, and counted where neither is known.
ReachableWork reachable_work(const FloorInput& input, const Ceilings& ceilings,
                             const std::optional<double>& counted_bytes = std::nullopt,
                             const std::optional<double>& counted_flops = std::nullopt);

}  // namespace whet
