// The numbers of a profile that facts and gains are made of.
#pragma once

#include <optional>
#include <string_view>

#include "diagnose/run_facts.h"

namespace whet {

using OptionalNumber = std::optional<double>;

OptionalNumber metric(const RunKnowledge& run, std::string_view name);
// The sum of those that there are; absent if none is.
OptionalNumber metrics_sum(const RunKnowledge& run, std::initializer_list<std::string_view> names);
OptionalNumber quotient(OptionalNumber part, OptionalNumber whole);
OptionalNumber share_of(const RunKnowledge& run, Resource resource);

OptionalNumber load_sectors(const RunKnowledge& run);
OptionalNumber load_ideal_sectors(const RunKnowledge& run);
OptionalNumber store_sectors(const RunKnowledge& run);
OptionalNumber store_ideal_sectors(const RunKnowledge& run);
OptionalNumber shared_wavefronts(const RunKnowledge& run);
OptionalNumber shared_ideal_wavefronts(const RunKnowledge& run);
OptionalNumber local_sectors(const RunKnowledge& run);
OptionalNumber dram_bytes(const RunKnowledge& run);
// The bytes that a launch which reads and writes everything once would move.
OptionalNumber footprint_bytes(const RunKnowledge& run);
// Of a warp's time: what it waits for by this reason ("long_scoreboard").
OptionalNumber stall_share(const RunKnowledge& run, std::string_view reason);
OptionalNumber lanes_active(const RunKnowledge& run);
OptionalNumber warps_active(const RunKnowledge& run);
// Bytes that a lane moves with one request, on average over global loads and stores.
OptionalNumber bytes_a_lane(const RunKnowledge& run);

}  // namespace whet
