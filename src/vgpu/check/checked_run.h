// A launch under checks.
#pragma once

#include "vgpu/check/check_set.h"
#include "vgpu/machine/machine.h"

namespace whet::vgpu {

// Like the machine's `run`, watched by the checks of the set, if it has any.
Result<RunResult> run(const Program& program, const LaunchConfig& config, GlobalMemory& memory,
                      const RunOptions& options, const CheckSet& checks);

}  // namespace whet::vgpu
