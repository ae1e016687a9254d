// What warps wait for, by Nsight Compute's reasons, as shares of all the time that warps spend in a launch.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "profile/profile.h"
#include "vgpu/time/time_model.h"

namespace whet {

// By reason: "long_scoreboard". Over all instructions of a launch they add up to 1.
using Stalls = std::map<std::string, double, std::less<>>;

double sum_of(const Stalls& stalls);
// "global or local memory"; the reason itself where there is no other word.
std::string_view stall_meaning(std::string_view reason);
// Of the whole launch, from the metrics smsp__average_warps_issue_stalled_*; empty: there are none.
Stalls stalls_of(const MetricSet& metrics);
// Of one machine instruction, in cycles.
Stalls stall_cycles(const vgpu::InstructionWaits& waits);

// The reason by which the virtual GPU's time model counts a part of a warp's path; empty: none.
std::string_view stall_of_part(std::string_view latency_part);

}  // namespace whet
