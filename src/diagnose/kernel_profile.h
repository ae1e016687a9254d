// Everything known of one kernel without running it: its resources, occupancy and code.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "compile/compiler.h"
#include "diagnose/issue_model.h"
#include "hardware/occupancy.h"

namespace whet {

// --block; reqntid; <<<grid, block>>> in the source; __launch_bounds__; nobody said
enum class BlockOrigin { given, required, launched, bounded, unknown };

struct BlockAssumption {
  std::optional<int> threads;  // given by the user
  int dynamic_shared_bytes = 0;
  std::optional<int> launched_threads = {};  // by the source's own launch
};

struct KernelProfile {
  const CubinFunction* function = nullptr;
  Architecture architecture;
  FactSheet capability;  // empty when nothing is known of this architecture
  KernelCode code;
  IssueModel issue;                             // of the hot loop, or the whole body
  std::optional<ResourceUsage> compiler_usage;  // when whet compiled it

  std::optional<int> threads;  // a block
  BlockOrigin block_origin = BlockOrigin::unknown;
  int dynamic_shared_bytes = 0;
  std::optional<SmLimits> limits;      // nothing when nothing is known of this architecture
  BlockUse use;                        // threads 0 when the block size is not known
  std::optional<Occupancy> occupancy;  // nothing when the block size or the limits are not known
};

// An error when the block size is impossible for this kernel on this architecture, naming the limit. Without a
// capability there is no occupancy and no pipe model; everything read from the code is still there.
Result<KernelProfile> profile_kernel(const CubinFunction& function, Architecture architecture,
                                     const std::optional<FactSheet>& capability, const BlockAssumption& launch,
                                     const std::optional<ResourceUsage>& compiler_usage);

}  // namespace whet
