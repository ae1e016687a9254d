// Time as whet reads it: an interface, so that tests can move it by hand.
#pragma once

#include <chrono>
#include <cstdint>

namespace whet {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual int64_t monotonic_ns() const = 0;
};

class SystemClock : public Clock {
 public:
  int64_t monotonic_ns() const override {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
};

}  // namespace whet
