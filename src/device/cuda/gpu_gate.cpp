#include "device/cuda/gpu_gate.h"

#include <utility>

#include "device/cuda/driver_constants.h"

namespace whet {

namespace {

constexpr unsigned long long k_longest_nanoseconds = 2000000000;  // then it opens without the host

}  // namespace

Result<GpuGate> GpuGate::open(const CudaLibrary& driver, void* kernel) {
  GpuGate gate(driver, kernel);
  void* memory = nullptr;
  TRY_VOID(driver.call("cuMemHostAlloc", &memory, size_t{2 * sizeof(uint32_t)}, k_host_portable_mapped));
  gate.flag_ = static_cast<uint32_t*>(memory);
  TRY_VOID(driver.call("cuMemHostGetDevicePointer_v2", &gate.device_flag_, memory, 0u));
  gate.flag_[0] = 0;
  gate.flag_[1] = 0;
  return gate;
}

GpuGate::GpuGate(GpuGate&& other) noexcept
    : driver_(other.driver_),
      kernel_(other.kernel_),
      flag_(std::exchange(other.flag_, nullptr)),
      device_flag_(other.device_flag_) {}

GpuGate::~GpuGate() {
  if (!flag_) return;
  release();
  (void)driver_->call("cuMemFreeHost", const_cast<void*>(static_cast<volatile void*>(flag_)));
}

Result<void> GpuGate::close(void* stream) {
  flag_[0] = 0;
  flag_[1] = 0;
  unsigned long long longest = k_longest_nanoseconds;
  void* arguments[] = {&device_flag_, &longest};
  void** const none = nullptr;
  return driver_->call("cuLaunchKernel", kernel_, 1u, 1u, 1u, 1u, 1u, 1u, 0u, stream, static_cast<void**>(arguments),
                       none);
}

void GpuGate::release() {
  flag_[0] = 1;
}

bool GpuGate::timed_out() const {
  return flag_[1] != 0;
}

}  // namespace whet
