// A real GPU through the CUDA driver, which is opened at run time.
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

class CuptiSession;
class CudaTimer;
class GpuDigest;

class CudaDevice : public Device {
 public:
  static Result<std::unique_ptr<CudaDevice>> open(int index, const Knowledge& knowledge);
  ~CudaDevice() override;

  const DeviceFacts& facts() const override { return facts_; }
  void expect_copies(std::span<char> memory) override;
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name) override;
  Result<void> free(uint64_t address) override;
  Result<void> write(uint64_t address, std::string_view bytes) override;
  Result<void> read_to(std::span<char> to, uint64_t address) override;
  // Counted on the GPU, but for a last part; nothing but the figure is copied.
  Result<uint64_t> digest(uint64_t address, uint64_t bytes, uint64_t key) override;
  Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes) override;
  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes) override;
  Result<std::shared_ptr<DeviceModule>> load(const Build& build) override;
  Result<std::vector<ModuleVariable>> variables(DeviceModule& module, uint64_t key) override;
  Result<VariablePlace> variable(DeviceModule& module, const std::string& name) override;
  Result<void> launch(const Launch& launch) override;
  // As docs/timing.md says: isolated samples, L2 cold or hot, clocks beside them.
  Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) override;
  // Events around single launches, L2 flushed before each; the median of the samples.
  Result<Time> time(const Launch& launch) override;
  // Through CUPTI, one launch a pass; a name this GPU does not have is left out.
  Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names) override;
  // As above; `restore` is called ahead of every pass, for kernels that change their inputs.
  Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names,
                                      const std::function<Result<void>()>& restore);

  // Room for each thread's calls and local memory; the driver's own choice is 1 KB.
  Result<void> set_stack_bytes(uint64_t bytes);

  // "NVIDIA H200", driver 580, clocks: what a recorded figure needs beside it.
  std::string description() const { return description_; }

 private:
  explicit CudaDevice(CudaLibrary driver);
  Result<void> enqueue(const Launch& launch, void* stream);
  Result<void> enqueue_clusters(const LaunchShape& shape, void* function, void* stream, void** arguments);
  Result<CudaTimer*> timer();

  CudaLibrary driver_;
  DeviceFacts facts_;
  std::string description_;
  int device_ = 0;
  void* context_ = nullptr;
  std::unique_ptr<CudaTimer> timer_;  // opened when something is timed
  std::unique_ptr<CuptiSession> cupti_;
  std::unique_ptr<GpuDigest> digest_;  // opened when one is asked for
};

}  // namespace whet
