// Time as retries use it: an interface, so that tests need not wait.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace whet {

class Patience {
 public:
  virtual ~Patience() = default;
  // False: `stopped` said yes before the time was over.
  virtual bool wait(std::chrono::milliseconds time, const std::function<bool()>& stopped) = 0;
  virtual int64_t unix_seconds() const = 0;
  // From 0 to 1.
  virtual double random() = 0;
};

// The clock and the randomness of this system.
Patience& system_patience();

}  // namespace whet
