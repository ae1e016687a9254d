// Waiting without waiting: the times are recorded.
#pragma once

#include <vector>

#include "mind/retry/patience.h"

namespace whet::test {

class FakePatience : public Patience {
 public:
  bool wait(std::chrono::milliseconds time, const std::function<bool()>& stopped) override {
    waits.push_back(time);
    return !stopped || !stopped();
  }
  int64_t unix_seconds() const override { return now; }
  double random() override { return chance; }

  std::vector<std::chrono::milliseconds> waits;
  int64_t now = 1'000'000'000;
  double chance = 1;
};

}  // namespace whet::test
