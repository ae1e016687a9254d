// The CUDA runtime of one process on one virtual GPU.
//
// Work is carried out when it is submitted, or later by a seed (stream/late_work.h). A kernel that stops is reported as
// CUDA does: by the next call that waits for the GPU, and by every call after it.
#pragma once

#include <driver_types.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "cudart/advice.h"
#include "cudart/code/code_registry.h"
#include "cudart/memory/arrays.h"
#include "cudart/memory/memory.h"
#include "cudart/memory/pools.h"
#include "cudart/memory/texture_objects.h"
#include "cudart/stream/streams.h"
#include "cudart/usage.h"
#include "device/transfer_rates.h"
#include "device/virtual/virtual_device.h"
#include "hardware/sm_limits.h"

namespace whet::cudart {

struct RuntimeOptions {
  std::string device = "virtual:h200";
  VirtualOptions virtual_options;
  vgpu::CheckSet checks;
  std::string cache_directory;  // of assembled code; empty: no cache
  bool model_all = false;       // model the time of every launch, not only while timing events exist
  uint64_t late_seed = 0;       // decides which work is done late, as streams allow; 0: all is done when submitted
  int link = -1;                // descriptor of the link to the process that has the GPU; -1: this process has it
};

// Where a runtime writes its messages.
struct Channels {
  std::function<void(std::string_view)> tell;   // findings and advice, for the user
  std::function<void(std::string_view)> print;  // what kernels print
};

class Runtime {
 public:
  static Result<std::unique_ptr<Runtime>> open(const RuntimeOptions& options, Channels channels,
                                               const Knowledge& knowledge);

  VirtualDevice& device() { return *device_; }
  const SmLimits& limits() const { return limits_; }
  Memory& memory() { return memory_; }
  Arrays& arrays() { return arrays_; }
  TextureObjects& textures() { return textures_; }
  CodeRegistry& code() { return code_; }
  Streams& streams() { return streams_; }
  Pools& pools() { return pools_; }
  AdviceBook& advice() { return advice_; }
  const Usage& usage();
  // Output of kernels that the program has not waited for.
  const std::string& unprinted() const { return printed_; }

  cudaError_t launch(const KernelRecord* kernel, const LaunchShape& shape, void** arguments, cudaStream_t stream);
  cudaError_t copy(void* to, const void* from, const CopyShape& shape, cudaMemcpyKind kind, cudaStream_t stream);
  cudaError_t fill(void* to, int value, uint64_t element_bytes, const CopyShape& shape, cudaStream_t stream);
  // `parameters` are those of the graph node when the call is recorded.
  cudaError_t call_host(std::function<void()> function, cudaStream_t stream, cudaHostNodeParams parameters = {});

  // Called when the program waits for the GPU: prints the kernels' output and reports a kernel that stopped.
  cudaError_t after_wait(cudaError_t waited);
  // The error that every call returns after a stopped kernel was reported; cudaSuccess before.
  cudaError_t told_fault() const { return fault_told_ ? fault_ : cudaSuccess; }
  void reset();

  // Reports the error unless the same text was reported before; returns `as`.
  cudaError_t refuse(const Error& error, cudaError_t as);
  // The first feature that was refused because the virtual GPU does not have it.
  const std::string& lacks() const { return lacks_; }

 private:
  Runtime(std::unique_ptr<VirtualDevice> device, SmLimits limits, const RuntimeOptions& options, Channels channels);
  Result<void> check_clusters(const KernelRecord& kernel, const LaunchShape& shape, const vgpu::Program& program);
  Result<void> check_cooperative(const Launch& launch, VirtualModule& module);
  Done run_kernel(const Launch& launch, CodeModule& code);
  void account_for(const Launch& launch, const VirtualReport& report);
  void take_faults(const VirtualReport& report);

  std::unique_ptr<VirtualDevice> device_;
  SmLimits limits_;
  TransferRates rates_;
  vgpu::CheckSet checks_;
  bool model_all_;
  Channels channels_;
  Memory memory_;
  Arrays arrays_;
  TextureObjects textures_;
  CodeRegistry code_;
  Streams streams_;
  Pools pools_;
  AdviceBook advice_;
  Usage usage_;
  std::string printed_;
  std::set<std::string> told_;
  std::string lacks_;
  cudaError_t fault_ = cudaSuccess;
  bool fault_told_ = false;
};

}  // namespace whet::cudart
