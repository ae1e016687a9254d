// The SM clock over an interval of a stream: two kernels record the global timer and the cycle counter of every SM.
#pragma once

#include <cstdint>

#include "device/cuda/cuda_library.h"

namespace whet {

class SmClock {
 public:
  // `stamp` is whet_stamp, loaded in the current context.
  static Result<SmClock> open(const CudaLibrary& driver, int device, void* stamp);
  SmClock(SmClock&& other) noexcept;
  SmClock& operator=(SmClock&&) = delete;
  ~SmClock();

  Result<void> begin(void* stream);
  Result<void> end(void* stream);
  // Call it after synchronising the stream: the median over the SMs that both kernels reached; 0 when there is none.
  double hertz() const;

 private:
  SmClock(const CudaLibrary& driver, void* stamp) : driver_(&driver), stamp_(stamp) {}
  Result<void> queue(size_t first_slot, void* stream);

  const CudaLibrary* driver_;
  void* stamp_;
  unsigned blocks_ = 0;
  volatile uint64_t* slots_ = nullptr;  // host memory mapped for the GPU: nanoseconds and cycles, begin then end
  unsigned long long device_slots_ = 0;
};

}  // namespace whet
