// Everything known about one kernel without running it: its resources, occupancy and code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "compile/compiler.h"
#include "diagnose/issue_model.h"
#include "hardware/occupancy.h"

namespace whet {

// --block; reqntid; <<<grid, block>>> in the source; __launch_bounds__; no information
enum class BlockOrigin { given, required, launched, bounded, unknown };

struct BlockAssumption {
  std::optional<int> threads;  // given by the user
  int dynamic_shared_bytes = 0;
  std::optional<int> launched_threads = {};  // by a launch in the source
};

struct KernelProfile {
  const CubinFunction* function = nullptr;
  Architecture architecture;
  FactSheet capability;  // empty when the architecture is unknown
  KernelCode code;
  IssueModel issue;                             // of the hot loop, or the whole body
  std::optional<ResourceUsage> compiler_usage;  // if whet compiled it

  std::optional<int> threads;  // per block
  BlockOrigin block_origin = BlockOrigin::unknown;
  int dynamic_shared_bytes = 0;
  std::optional<SmLimits> limits;      // absent when the architecture is unknown
  BlockUse use;                        // threads is 0 when the block size is unknown
  std::optional<Occupancy> occupancy;  // absent when the block size or the limits are unknown
};

// It is an error when this kernel cannot have the block size on this architecture; the error gives the limit. Without a
// capability there is neither occupancy nor a pipe model, but everything read from the code.
Result<KernelProfile> profile_kernel(const CubinFunction& function, Architecture architecture,
                                     const std::optional<FactSheet>& capability, const BlockAssumption& launch,
                                     const std::optional<ResourceUsage>& compiler_usage);

}  // namespace whet
