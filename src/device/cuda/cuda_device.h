// A real GPU through the CUDA driver, which is loaded at run time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/cuda/cuda_library.h"
#include "device/device.h"
#include "util/system/knowledge.h"

namespace whet {

class CudaCounters;
class CudaTimer;
class GpuDigest;
class SharedArrays;

class CudaDevice : public Device {
 public:
  static Result<std::unique_ptr<CudaDevice>> open(int index, const Knowledge& knowledge);
  ~CudaDevice() override;

  const DeviceFacts& facts() const override { return facts_; }
  Result<DeviceIdentity> identity() override;
  // Code and launches.
  Result<std::shared_ptr<DeviceModule>> load(const Build& build) override;
  Result<std::vector<ModuleVariable>> variables(DeviceModule& module, uint64_t key) override;
  Result<VariablePlace> variable(DeviceModule& module, const std::string& name) override;
  Result<void> launch(const Launch& launch) override;
  // Memory.
  void expect_copies(std::span<char> memory) override;
  std::optional<uint64_t> free_bytes() override;
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name) override;
  Result<void> free(uint64_t address) override;
  Result<SharedArray> allocate_shared(uint64_t bytes) override;
  Result<uint64_t> map_shared(int descriptor, uint64_t bytes, bool writable) override;
  Result<void> finish() override;
  Result<void> write(uint64_t address, std::string_view bytes) override;
  Result<void> read_to(std::span<char> to, uint64_t address) override;
  // Computed on the GPU, except for a last incomplete part; only the result is copied.
  Result<uint64_t> digest(uint64_t address, uint64_t bytes, uint64_t key) override;
  Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes) override;
  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes) override;
  // Times and counts.
  // The protocol of docs/timing.md: isolated samples, L2 cold or hot, with the SM clock of each.
  Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) override;
  // Events around single launches, with L2 flushed before each; the median of the samples.
  Result<Time> time(const Launch& launch) override;
  // By CUPTI, with one launch per pass; names that this GPU does not have are omitted.
  Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names) override;
  // The same; `restore` is called before every pass, for kernels that change their inputs.
  Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names,
                                      const std::function<Result<void>()>& restore);

  // By CUPTI; see launch_counters.h.
  LaunchCounters* launch_counters() override;
  // Between these calls Nsight Compute looks at launches, if it was told to wait for them (--profile-from-start off).
  Result<void> begin_profiled() override;
  Result<void> end_profiled() override;

  // Stack per thread for calls and local memory; the driver's default is 1 KB.
  Result<void> set_stack_bytes(uint64_t bytes);

  // "NVIDIA H200", driver 580, clocks: the conditions of a recorded figure.
  std::string description() const { return description_; }

 private:
  explicit CudaDevice(CudaLibrary driver);
  Result<void> enqueue(const Launch& launch, void* stream);
  Result<CudaTimer*> timer();

  CudaLibrary driver_;
  DeviceFacts facts_;
  std::string description_, driver_name_;
  int cuda_version_ = 0;  // 13000
  int device_ = 0;
  void* context_ = nullptr;
  std::unique_ptr<CudaTimer> timer_;        // opened by the first timing
  std::unique_ptr<CudaCounters> counters_;  // opened by the first need
  std::unique_ptr<GpuDigest> digest_;       // opened by the first digest
  std::unique_ptr<SharedArrays> shared_;
};

}  // namespace whet
