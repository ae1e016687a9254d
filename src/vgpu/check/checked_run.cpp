#include "vgpu/check/checked_run.h"

#include <memory>

#include "vgpu/check/check.h"

namespace whet::vgpu {

Result<RunResult> run(const Program& program, const LaunchConfig& config, GlobalMemory& memory,
                      const RunOptions& options, const CheckSet& checks) {
  if (!checks.any()) return run(program, config, memory, options);
  return run(program, config, memory, options,
             [&](LaunchState& launch) { return std::make_unique<Checker>(launch, checks); });
}

}  // namespace whet::vgpu
