#include "propose/schedule_methods.h"

#include <algorithm>
#include <array>

#include "util/text.h"

namespace whet {

namespace {

struct ScheduleMethods {
  std::string_view schedule, methods;
};

constexpr std::array k_by_schedule = {
    ScheduleMethods{"rows", "memory.coalesced_access compute.reduction latency.warp_shuffle_sync"},
    ScheduleMethods{"columns", "memory.coalesced_access compute.reduction"},
    ScheduleMethods{"split", "latency.more_blocks latency.split_k_parallel_reduce compute.reduction"},
    ScheduleMethods{"tiles", "memory.coalesced_access memory.tiling_smem memory.bank_conflict"},
    ScheduleMethods{"stencil", "compute.thread_coarsening"},
    ScheduleMethods{"scatter", "memory.coalesced_access"},
    ScheduleMethods{"scan", "latency.warp_shuffle_sync"},
    ScheduleMethods{"product", "memory.tiling_smem compute.ilp_unroll_register_tile memory.async_copy"},
    ScheduleMethods{"chain",
                    "memory.tiling_smem compute.ilp_unroll_register_tile memory.async_copy memory.kernel_fusion"},
    ScheduleMethods{"chain_apart", "memory.tiling_smem compute.ilp_unroll_register_tile memory.async_copy"},
    ScheduleMethods{"tensor_chain",
                    "compute.tensor_core memory.tiling_smem memory.async_copy memory.ldmatrix_stmatrix "
                    "memory.kernel_fusion"},
    ScheduleMethods{"products_apart", "memory.tiling_smem compute.ilp_unroll_register_tile memory.async_copy"},
    ScheduleMethods{"thin", "compute.ilp_unroll_register_tile"},
    ScheduleMethods{"tensor", "compute.tensor_core memory.tiling_smem memory.async_copy memory.ldmatrix_stmatrix"},
    ScheduleMethods{"warpgroup", "compute.tensor_core memory.tiling_smem memory.async_copy"},
    ScheduleMethods{"bulk", "compute.tensor_core memory.tiling_smem memory.tma_copy compute.warp_specialization"},
    ScheduleMethods{"attention", "compute.tensor_core memory.tiling_smem memory.single_pass memory.kernel_fusion"},
    ScheduleMethods{"warpgroup_attention",
                    "compute.tensor_core memory.tiling_smem memory.async_copy compute.warp_specialization "
                    "memory.single_pass memory.kernel_fusion"},
    ScheduleMethods{"plain_attention", "memory.tiling_smem memory.single_pass memory.kernel_fusion"},
    ScheduleMethods{"pairwise", "memory.tiling_smem compute.thread_coarsening"},
};

// A number above `above` that a kernel has.
struct NumberMethod {
  std::string_view constant;
  int64_t above;
  std::string_view method;
};

constexpr std::array k_by_number = {
    NumberMethod{"kVector", 1, "memory.vectorized_access"},
    NumberMethod{"kInFlight", 1, "latency.prefetch_registers"},
    NumberMethod{"kStages", 1, "memory.multi_stage_pipeline"},
    NumberMethod{"kPerThread", 1, "compute.thread_coarsening"},
    NumberMethod{"kHeld", 0, "memory.single_pass"},
    NumberMethod{"kBins", 0, "latency.atomic_optimize"},
    NumberMethod{"kReplicas", 1, "latency.shared_atomic_copies"},
};

}  // namespace

std::string method_of(const std::string& constant, int64_t value) {
  for (const NumberMethod& each : k_by_number) {
    if (constant.starts_with(each.constant) && value > each.above) return std::string(each.method);
  }
  return {};
}

std::set<std::string> methods_of(const write::WrittenKernel& kernel) {
  std::set<std::string> found;
  for (const auto schedule : split(kernel.schedule, '+')) {
    for (const ScheduleMethods& each : k_by_schedule) {
      if (each.schedule != schedule) continue;
      for (const auto method : split(each.methods, ' ')) found.emplace(method);
    }
  }
  for (const write::WrittenConstant& constant : kernel.constants) {
    if (std::string method = method_of(constant.name, constant.value); !method.empty()) found.insert(std::move(method));
  }
  const auto is_of_tensor_cores = [](const write::WrittenConstant& each) { return each.name == "kStageChunks"; };
  if (std::any_of(kernel.constants.begin(), kernel.constants.end(), is_of_tensor_cores))
    found.emplace("compute.tensor_core");
  const bool is_split = kernel.schedule != "scan" && !kernel.schedule.ends_with("_apart");
  if (kernel.launches.size() > 1 && !kernel.scratch.empty() && is_split)
    found.emplace("latency.split_k_parallel_reduce");
  return found;
}

double share_of_plan(const write::WrittenKernel& kernel, const Plan& plan) {
  const std::set<std::string> carried = methods_of(kernel);
  double all = 0, own = 0;
  for (size_t turn = 0; turn < plan.methods.size(); ++turn) {
    const double weight = 1 / (1 + static_cast<double>(turn));
    all += weight;
    if (carried.contains(plan.methods[turn].method.id)) own += weight;
  }
  return all > 0 ? own / all : 0;
}

}  // namespace whet
