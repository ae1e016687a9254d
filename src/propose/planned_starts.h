// Which values of tunables a plan calls for first.
//
//   plan: latency.launch_config (turns block), compute.loop_unroll (turns unroll)
//   ->    block_x=128, block_x=512, ..., unroll_17=2, unroll_17=8, ...      each alone, the rest as in the source
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "diagnose/plan.h"
#include "source/tunable/tunables.h"

namespace whet {

// In the order of the plan's methods, values next to the current one first; each start once.
std::vector<std::map<std::string, int64_t>> planned_starts(const Plan& plan, const std::vector<FoundTunable>& tunables);

}  // namespace whet
