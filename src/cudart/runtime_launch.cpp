// Runtime: checks and runs launches of kernels, and reports their faults.
#include <algorithm>

#include "binary/container/demangle.h"
#include "cudart/error_text.h"
#include "cudart/runtime.h"
#include "device/launch_shape.h"
#include "device/virtual/fault_error.h"
#include "vgpu/memory/cluster_window.h"
#include "vgpu/program/fault_text.h"

namespace whet::cudart {

namespace {

// The CUDA error for a fault; cudaSuccess for findings of the checks, which a GPU would not notice.
cudaError_t error_of(vgpu::FaultKind kind) {
  switch (kind) {
    case vgpu::FaultKind::out_of_bounds:
    case vgpu::FaultKind::use_after_free:
    case vgpu::FaultKind::read_only:
      return cudaErrorIllegalAddress;
    case vgpu::FaultKind::misaligned:
      return cudaErrorMisalignedAddress;
    case vgpu::FaultKind::deadlock:
    case vgpu::FaultKind::endless:
      return cudaErrorLaunchTimeout;
    case vgpu::FaultKind::assertion:
      return cudaErrorAssert;
    case vgpu::FaultKind::stack_overflow:
      return cudaErrorHardwareStackError;
    case vgpu::FaultKind::trap:
    case vgpu::FaultKind::exited_block:
      return cudaErrorLaunchFailure;
    case vgpu::FaultKind::bad_tensor_map:
    case vgpu::FaultKind::bad_instruction:
      return cudaErrorIllegalInstruction;
    case vgpu::FaultKind::uninitialised:
    case vgpu::FaultKind::shared_race:
    case vgpu::FaultKind::global_race:
    case vgpu::FaultKind::barrier_divergence:
    case vgpu::FaultKind::async_not_waited:
    case vgpu::FaultKind::wrong_mask:
    case vgpu::FaultKind::read_as_constant:
      break;
  }
  return cudaSuccess;
}

// The bytes of each argument, with the sizes that the kernel declares.
std::vector<std::string> argument_bytes(const ptx::Function& entry, void** arguments) {
  std::vector<std::string> bytes;
  for (size_t i = 0; i < entry.parameters.size(); ++i)
    bytes.emplace_back(static_cast<const char*>(arguments[i]), entry.parameters[i].bytes);
  return bytes;
}

KernelCall call_of(const KernelRecord& kernel, const Launch& launch) {
  const auto extent = [](const auto& from) { return dim3(from.x, from.y, from.z); };
  return {kernel.host, extent(launch.shape.grid), extent(launch.shape.block),
          static_cast<unsigned>(launch.shape.dynamic_shared_bytes), launch.arguments};
}

Error without_opt_in(uint64_t dynamic_bytes, uint64_t allowed) {
  return bad_input("the launch asks for " + std::to_string(dynamic_bytes) + " bytes of dynamic shared memory, " +
                       std::to_string(allowed) + " are allowed",
                   {}, "call cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) first");
}

}  // namespace

cudaError_t Runtime::launch(const KernelRecord* kernel, const LaunchShape& shape, void** arguments,
                            cudaStream_t handle) {
  Stream* const stream = streams_.find(handle);
  if (!kernel) return cudaErrorInvalidDeviceFunction;
  if (!stream) return cudaErrorInvalidResourceHandle;
  const auto module = code_.load(*kernel->module);
  if (!module) return refuse(module.error(), cudaErrorNoKernelImageForDevice);
  const auto program = (*module)->loaded().program(kernel->name);
  if (!program) return refuse(program.error(), cudaErrorNotSupported);
  const uint64_t allowed = kernel->dynamic_shared_limit >= 0
                               ? static_cast<uint64_t>(kernel->dynamic_shared_limit)
                               : static_cast<uint64_t>(limits_.shared_per_block_default) -
                                     std::min<uint64_t>((*program)->static_shared_bytes,
                                                        static_cast<uint64_t>(limits_.shared_per_block_default));
  if (shape.dynamic_shared_bytes > allowed)
    return refuse(without_opt_in(shape.dynamic_shared_bytes, allowed), cudaErrorInvalidValue);
  if (const auto fits = check_clusters(*kernel, shape, **program); !fits)
    return refuse(fits.error(), cudaErrorInvalidClusterSize);
  const ptx::Function& entry = (*program)->module->functions[(*program)->entry];
  const Launch launch{kernel->module->loaded, kernel->name, shape, argument_bytes(entry, arguments)};
  if (shape.cooperative) {
    if (const auto fits = check_cooperative(launch, **module); !fits)
      return refuse(fits.error(), cudaErrorCooperativeLaunchTooLarge);
  }
  // What a GPU refuses it refuses at once.
  const bool fits = check_shape(shape, **program, (*program)->static_shared_bytes + shape.dynamic_shared_bytes,
                                device_->facts(), limits_)
                        .ok();
  return streams_.submit(
      *stream,
      {cudaGraphNodeTypeKernel, Engine::compute,
       [this, launch, code = kernel->module] { return run_kernel(launch, *code); }, call_of(*kernel, launch)},
      !fits);
}

Result<void> Runtime::check_clusters(const KernelRecord& kernel, const LaunchShape& shape,
                                     const vgpu::Program& program) {
  TRY_VOID(check_cluster(shape, program, device_->facts()));
  if (!shape.cluster || shape.cluster->count() <= vgpu::k_portable_cluster_blocks || kernel.large_clusters) return {};
  return bad_input("a cluster of " + std::to_string(shape.cluster->count()) + " blocks, at most 8 are portable", {},
                   "call cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) first");
}

Result<void> Runtime::check_cooperative(const Launch& launch, VirtualModule& module) {
  TRY(program, module.loaded().program(launch.kernel));
  TRY(image, module.image(launch.kernel));
  const int registers = image.function ? image.function->registers.value_or(1) : 1;
  TRY(resident,
      occupancy({.threads = static_cast<int>(launch.shape.block.count()),
                 .registers = std::max(registers, 1),
                 .shared_bytes = static_cast<int>(program->static_shared_bytes + launch.shape.dynamic_shared_bytes)},
                limits_));
  const double sms = device_->facts().gpu.product.number("sm_count").value_or(1);
  if (static_cast<double>(launch.shape.grid.count()) <= sms * resident.blocks) return {};
  return bad_input("a cooperative launch of " + std::to_string(launch.shape.grid.count()) + " blocks, at most " +
                       std::to_string(static_cast<int>(sms) * resident.blocks) + " fit on the GPU at once",
                   {}, "choose the grid by cudaOccupancyMaxActiveBlocksPerMultiprocessor");
}

Done Runtime::run_kernel(const Launch& launch, CodeModule& code) {
  if (fault_ != cudaSuccess) return {};
  VirtualRun how;
  how.checks = checks_;
  how.counted = model_all_ || streams_.timing_wanted() || device_->times_host_code();
  if (how.counted && !device_->link()) code_.add_line_maps(code);
  const auto report = device_->run(launch, how);
  if (!report) return {refuse(report.error(), cudaErrorInvalidValue), 0};
  printed_ += report->result.printed;
  account_for(launch, *report);
  take_faults(*report);
  return {cudaSuccess, report->time ? report->time->seconds : 0};
}

void Runtime::account_for(const Launch& launch, const VirtualReport& report) {
  KernelUsage& usage = usage_.of(demangle(launch.kernel));
  ++usage.launches;
  if (report.time) usage.seconds += report.time->seconds;
  usage_.allocated_most = std::max(usage_.allocated_most, device_->memory().used_bytes());
}

void Runtime::take_faults(const VirtualReport& report) {
  for (const vgpu::Fault& fault : report.result.faults) {
    ++usage_.findings;
    Error error = fault_error(*report.program, fault);
    if (error.where.empty()) error.mend = "build with nvcc -lineinfo to see the line";
    const cudaError_t code = fault.went_on ? cudaSuccess : error_of(fault.kind);
    if (code == cudaSuccess) error.what = demangle(report.program->kernel) + ": " + vgpu::name_of(fault.kind);
    if (fault.went_on) error.what += ", and it goes on";
    (void)refuse(error, code);
    if (fault_ != cudaSuccess || code == cudaSuccess) continue;
    fault_ = code;
    usage_.error = error_name(code);
  }
}

}  // namespace whet::cudart
