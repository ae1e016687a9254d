// Runs a launch: blocks spread over host threads, caches fed in a fixed order, counts put together.
//
// Blocks are dealt to the SMs of the named GPU as it would: one to each, then the next round. A unit is what one SM
// holds at once. Units are worked on in order and their traffic reaches the L2 model in order, so the counts do not
// depend on the number of threads.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/launch_state.h"
#include "vgpu/memory/global_memory.h"
#include "vgpu/program/counters.h"
#include "vgpu/program/fault.h"
#include "vgpu/program/program.h"

namespace whet::vgpu {

struct RunResult {
  Counts counts;
  std::vector<Fault> faults;  // with checks off at most those of the moment the launch stopped
  std::string printed;
  std::string unwatched;  // what the checks left out for want of room; empty: nothing
  bool finished = false;  // ran to the end
};

// Faults are results, not errors. An error is a launch that cannot start.
Result<RunResult> run(const Program& program, const LaunchConfig& config, GlobalMemory& memory,
                      const RunOptions& options, const Watch& watch = {});

}  // namespace whet::vgpu
