// Runs a launch: distributes blocks over host threads, feeds the caches in a fixed order, and adds up the counts.
//
// Blocks are dealt to the SMs as the modelled GPU would deal them: one to each SM, then the next round. A unit is what
// one SM holds at once. Units are run in order and their traffic reaches the L2 model in order, so the counts do not
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
  std::vector<Fault> faults;  // with checks off: only the faults at which the launch stopped
  std::string printed;
  std::string unwatched;  // what the checks could not watch for lack of memory; empty: nothing
  bool finished = false;  // ran to the end
};

// Faults are results, not errors. It is an error if the launch cannot start.
Result<RunResult> run(const Program& program, const LaunchConfig& config, GlobalMemory& memory,
                      const RunOptions& options, const Watch& watch = {});

}  // namespace whet::vgpu
