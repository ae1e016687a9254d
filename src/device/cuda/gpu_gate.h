// A kernel that holds a stream until the host says go: what is queued behind it starts without the latency of its
// launch.
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

  // From here on `stream` waits; `release` must follow, however the queueing went.
  Result<void> close(void* stream);
  void release();
  // The last gate opened by itself: something behind it wanted the host to wait.
  bool timed_out() const;

 private:
  GpuGate(const CudaLibrary& driver, void* kernel) : driver_(&driver), kernel_(kernel) {}

  const CudaLibrary* driver_;
  void* kernel_;
  volatile uint32_t* flag_ = nullptr;  // host memory that the GPU sees: released, timed out
  unsigned long long device_flag_ = 0;
};

}  // namespace whet
