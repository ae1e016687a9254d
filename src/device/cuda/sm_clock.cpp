#include "device/cuda/sm_clock.h"

#include <utility>
#include <vector>

#include "device/cuda/driver_constants.h"
#include "util/statistics.h"

namespace whet {

namespace {

constexpr size_t k_slots = 1024;  // more than the SMs of any GPU
constexpr size_t k_words = 2;     // per slot

}  // namespace

Result<SmClock> SmClock::open(const CudaLibrary& driver, int device, void* stamp) {
  SmClock clock(driver, stamp);
  int sms = 0;
  TRY_VOID(driver.call("cuDeviceGetAttribute", &sms, k_attribute_sms, device));
  clock.blocks_ = static_cast<unsigned>(sms);
  void* memory = nullptr;
  TRY_VOID(driver.call("cuMemHostAlloc", &memory, 2 * k_slots * k_words * sizeof(uint64_t), k_host_portable_mapped));
  clock.slots_ = static_cast<uint64_t*>(memory);
  TRY_VOID(driver.call("cuMemHostGetDevicePointer_v2", &clock.device_slots_, memory, 0u));
  return clock;
}

SmClock::SmClock(SmClock&& other) noexcept
    : driver_(other.driver_),
      stamp_(other.stamp_),
      blocks_(other.blocks_),
      slots_(std::exchange(other.slots_, nullptr)),
      device_slots_(other.device_slots_) {}

SmClock::~SmClock() {
  if (slots_) (void)driver_->call("cuMemFreeHost", const_cast<void*>(static_cast<volatile void*>(slots_)));
}

Result<void> SmClock::queue(size_t first_slot, void* stream) {
  unsigned long long address = device_slots_ + first_slot * k_words * sizeof(uint64_t);
  void* arguments[] = {&address};
  void** const none = nullptr;
  return driver_->call("cuLaunchKernel", stamp_, blocks_, 1u, 1u, 1u, 1u, 1u, 0u, stream,
                       static_cast<void**>(arguments), none);
}

Result<void> SmClock::begin(void* stream) {
  for (size_t i = 0; i < 2 * k_slots * k_words; ++i) slots_[i] = 0;
  return queue(0, stream);
}

Result<void> SmClock::end(void* stream) {
  return queue(k_slots, stream);
}

double SmClock::hertz() const {
  std::vector<double> clocks;
  for (size_t sm = 0; sm < k_slots; ++sm) {
    const volatile uint64_t* const first = slots_ + sm * k_words;
    const volatile uint64_t* const last = slots_ + (k_slots + sm) * k_words;
    if (first[0] == 0 || last[0] <= first[0] || last[1] <= first[1]) continue;
    clocks.push_back(1e9 * static_cast<double>(last[1] - first[1]) / static_cast<double>(last[0] - first[0]));
  }
  return clocks.empty() ? 0 : median(std::move(clocks));
}

}  // namespace whet
