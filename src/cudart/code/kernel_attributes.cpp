#include "cudart/code/kernel_attributes.h"

#include <algorithm>

#include "device/launch_shape.h"
#include "hardware/occupancy.h"
#include "vgpu/memory/cluster_window.h"

namespace whet::cudart {

namespace {

struct KernelFacts {
  std::shared_ptr<const vgpu::Program> program;
  KernelImage image;

  int registers() const { return std::max(1, image.function ? image.function->registers.value_or(1) : 1); }
  int static_shared() const { return static_cast<int>(program->static_shared_bytes); }
};

Result<KernelFacts> facts_of(const KernelRecord& kernel, CodeRegistry& code) {
  TRY(module, code.load(*kernel.module));
  code.add_machine_code(*kernel.module);
  TRY(program, module->loaded().program(kernel.name));
  TRY(image, module->image(kernel.name));
  return KernelFacts{program, image};
}

int thread_limit(const KernelFacts& facts, const SmLimits& limits) {
  const ptx::Function& entry = facts.program->module->functions[facts.program->entry];
  if (entry.max_threads[0]) {
    return static_cast<int>(*entry.max_threads[0] * entry.max_threads[1].value_or(1) *
                            entry.max_threads[2].value_or(1));
  }
  int most = limits.max_threads_per_block;
  const auto fits = [&](int threads) {
    return occupancy({.threads = threads, .registers = facts.registers(), .shared_bytes = 0}, limits).ok();
  };
  while (most > limits.warp_size && !fits(most)) most -= limits.warp_size;
  return most;
}

size_t constant_bytes(const ptx::Module& module) {
  size_t sum = 0;
  for (const ptx::Variable& variable : module.variables) {
    if (variable.space == ptx::Space::constant) sum += variable.bytes;
  }
  return sum;
}

int default_dynamic_bytes(const KernelFacts& facts, const SmLimits& limits) {
  return std::max(0, limits.shared_per_block_default - facts.static_shared());
}

}  // namespace

Result<cudaFuncAttributes> kernel_attributes(const KernelRecord& kernel, CodeRegistry& code, const SmLimits& limits) {
  TRY(facts, facts_of(kernel, code));
  cudaFuncAttributes attributes{};
  attributes.sharedSizeBytes = facts.program->static_shared_bytes;
  attributes.constSizeBytes = constant_bytes(*facts.program->module);
  attributes.maxThreadsPerBlock = thread_limit(facts, limits);
  if (facts.image.function) {
    attributes.numRegs = facts.registers();
    attributes.localSizeBytes = static_cast<size_t>(facts.image.function->stack_bytes);
  }
  attributes.ptxVersion = attributes.binaryVersion = kernel.module->build.architecture.sm;
  attributes.maxDynamicSharedSizeBytes =
      kernel.dynamic_shared_limit >= 0 ? kernel.dynamic_shared_limit : default_dynamic_bytes(facts, limits);
  attributes.preferredShmemCarveout = kernel.carve_out;
  const ptx::Function& entry = facts.program->module->functions[facts.program->entry];
  attributes.clusterDimMustBeSet = entry.explicit_cluster || entry.cluster[0] ? 1 : 0;
  attributes.requiredClusterWidth = static_cast<int>(entry.cluster[0].value_or(0));
  attributes.requiredClusterHeight = static_cast<int>(entry.cluster[1].value_or(entry.cluster[0] ? 1 : 0));
  attributes.requiredClusterDepth = static_cast<int>(entry.cluster[2].value_or(entry.cluster[0] ? 1 : 0));
  attributes.nonPortableClusterSizeAllowed = kernel.large_clusters;
  return attributes;
}

Result<ParameterPlace> parameter_place(const KernelRecord& kernel, size_t index, CodeRegistry& code) {
  TRY(facts, facts_of(kernel, code));
  const auto& parameters = facts.program->module->functions[facts.program->entry].parameters;
  if (index >= parameters.size()) return bad_input("the kernel has no such parameter");
  return ParameterPlace{facts.program->param_offsets[index], parameters[index].bytes};
}

Result<int> resident_blocks(const KernelRecord& kernel, int threads, uint64_t dynamic_shared_bytes, CodeRegistry& code,
                            const SmLimits& limits) {
  TRY(facts, facts_of(kernel, code));
  if (threads <= 0) return bad_input("a block has at least one thread");
  const auto resident = occupancy({.threads = threads,
                                   .registers = facts.registers(),
                                   .shared_bytes = facts.static_shared() + static_cast<int>(dynamic_shared_bytes)},
                                  limits);
  if (threads > thread_limit(facts, limits)) return 0;
  return resident ? resident->blocks : 0;
}

Result<uint64_t> available_shared_bytes(const KernelRecord& kernel, int blocks, int threads, CodeRegistry& code,
                                        const SmLimits& limits) {
  TRY(facts, facts_of(kernel, code));
  TRY(unlimited, resident_blocks(kernel, threads, 0, code, limits));
  if (blocks < 1 || blocks > unlimited)
    return bad_input("that many blocks do not fit on an SM, even without dynamic shared memory");
  for (const SharedCliff& cliff : shared_cliffs(limits)) {
    if (cliff.blocks == blocks) return static_cast<uint64_t>(std::max(0, cliff.bytes - facts.static_shared()));
  }
  return uint64_t{0};
}

Result<int> cluster_blocks(const KernelRecord& kernel, const LaunchShape& shape, CodeRegistry& code,
                           const DeviceFacts& device) {
  TRY(facts, facts_of(kernel, code));
  TRY_VOID(check_cluster(shape, *facts.program, device));
  const ptx::Function& entry = facts.program->module->functions[facts.program->entry];
  if (shape.cluster) return static_cast<int>(shape.cluster->count());
  return static_cast<int>(entry.cluster[0].value_or(1) * entry.cluster[1].value_or(1) * entry.cluster[2].value_or(1));
}

Result<int> largest_cluster(const KernelRecord& kernel, CodeRegistry& code) {
  TRY(facts, facts_of(kernel, code));
  const uint32_t most = kernel.large_clusters ? vgpu::k_most_cluster_blocks : vgpu::k_portable_cluster_blocks;
  const ptx::Function& entry = facts.program->module->functions[facts.program->entry];
  return static_cast<int>(std::min(most, entry.max_cluster_rank.value_or(most)));
}

}  // namespace whet::cudart
