// NVBench's cold protocol, written anew beside whet's own to compare the two: L2 overwritten by a memset of its size, a
// blocking kernel, events around one launch, the median of the samples.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/device.h"
#include "device/cuda/gpu_gate.h"

namespace whet::bench {

class NvbenchLike {
 public:
  // In the primary context of the device, which must be current.
  static Result<std::unique_ptr<NvbenchLike>> open(int device);
  ~NvbenchLike();

  // The median over `samples` in seconds. `cubin` holds the launch's kernel.
  Result<double> measure(const std::string& cubin, const Launch& launch, int samples);

 private:
  explicit NvbenchLike(CudaLibrary driver) : driver_(std::move(driver)) {}
  Result<double> one(void* function, const Launch& launch);

  CudaLibrary driver_;
  void *stream_ = nullptr, *start_ = nullptr, *stop_ = nullptr, *module_ = nullptr;
  unsigned long long buffer_ = 0;
  size_t l2_bytes_ = 0;
  std::unique_ptr<GpuGate> gate_;
};

}  // namespace whet::bench
