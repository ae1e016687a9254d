// The processor time of this process: it stands still while other processes have the processor, and begins at 0 in a
// fork.
#pragma once

#include <cstdint>
#include <ctime>
#include <functional>

#include "util/clock.h"

namespace whet {

class ProcessorClock : public Clock {
 public:
  int64_t monotonic_ns() const override {
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return used.tv_sec * int64_t{1'000'000'000} + used.tv_nsec;
  }
};

// Asks whether this process has computed for longer than `seconds` since this call.
inline std::function<bool()> computed_longer_than(double seconds) {
  const int64_t end_ns = ProcessorClock().monotonic_ns() + static_cast<int64_t>(seconds * 1e9);
  return [end_ns] { return ProcessorClock().monotonic_ns() > end_ns; };
}

}  // namespace whet
