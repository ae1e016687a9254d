// A kernel that blocks a stream until the host releases it, so that what is queued behind it starts without launch
// latency.
#pragma once

#include <cstdint>

#include "device/cuda/cuda_library.h"

namespace whet {

class GpuGate {
 public:
  // `kernel` is whet_gate, loaded in the current context.
  static Result<GpuGate> open(const CudaLibrary& driver, void* kernel);
  GpuGate(GpuGate&& other) noexcept;
  GpuGate& operator=(GpuGate&&) = delete;
  ~GpuGate();

  // Blocks `stream`; `release` must follow, even if queueing failed.
  Result<void> close(void* stream);
  void release();
  // Whether the last gate timed out: something queued behind it made the host wait.
  bool timed_out() const;

 private:
  GpuGate(const CudaLibrary& driver, void* kernel) : driver_(&driver), kernel_(kernel) {}

  const CudaLibrary* driver_;
  void* kernel_;
  volatile uint32_t* flag_ = nullptr;  // host memory mapped for the GPU: released, timed out
  unsigned long long device_flag_ = 0;
};

}  // namespace whet
