#include "diagnose/kernel_profile.h"

#include <algorithm>

namespace whet {

namespace {

int threads_of(const std::array<int, 3>& shape) {
  return shape[0] * std::max(1, shape[1]) * std::max(1, shape[2]);
}

void choose_block(KernelProfile& profile, const BlockAssumption& launch) {
  const CubinFunction& function = *profile.function;
  if (launch.threads) {
    profile.threads = launch.threads;
    profile.block_origin = BlockOrigin::given;
  } else if (function.required_threads) {
    profile.threads = threads_of(*function.required_threads);
    profile.block_origin = BlockOrigin::required;
  } else if (launch.launched_threads) {
    profile.threads = launch.launched_threads;
    profile.block_origin = BlockOrigin::launched;
  } else if (function.max_threads) {
    profile.threads = threads_of(*function.max_threads);
    profile.block_origin = BlockOrigin::bounded;
  }
}

Result<void> check_bounds(const KernelProfile& profile) {
  const auto& bound = profile.function->max_threads;
  if (profile.block_origin != BlockOrigin::given || !bound || *profile.threads <= threads_of(*bound)) return {};
  return bad_input("a block of " + std::to_string(*profile.threads) +
                       " threads exceeds the kernel's __launch_bounds__ of " + std::to_string(threads_of(*bound)),
                   profile.function->signature,
                   "give --block at most " + std::to_string(threads_of(*bound)) + " threads");
}

}  // namespace

Result<KernelProfile> profile_kernel(const CubinFunction& function, Architecture architecture,
                                     const std::optional<FactSheet>& capability, const BlockAssumption& launch,
                                     const std::optional<ResourceUsage>& compiler_usage) {
  KernelProfile profile;
  profile.function = &function;
  profile.architecture = architecture;
  profile.compiler_usage = compiler_usage;
  profile.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  TRY(code, analyse_function(function, architecture));
  profile.code = std::move(code);
  if (capability) {
    profile.capability = *capability;
    TRY(limits, sm_limits(*capability));
    profile.limits = limits;
  }
  profile.issue = issue_model(profile.code.hot_mix(), profile.capability);
  choose_block(profile, launch);
  TRY_VOID(check_bounds(profile));
  profile.use = {profile.threads.value_or(0), function.registers.value_or(0),
                 function.static_shared_bytes + launch.dynamic_shared_bytes, function.barriers};
  if (profile.threads && profile.limits) {
    TRY(blocks, occupancy(profile.use, *profile.limits));
    profile.occupancy = blocks;
  }
  return profile;
}

}  // namespace whet
