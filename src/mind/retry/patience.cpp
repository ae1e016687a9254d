#include "mind/retry/patience.h"

#include <algorithm>
#include <thread>

#include "util/system/secret_number.h"

namespace whet {

namespace {

class SystemPatience : public Patience {
 public:
  bool wait(std::chrono::milliseconds time, const std::function<bool()>& stopped) override {
    constexpr std::chrono::milliseconds k_look_up{50};
    const auto deadline = std::chrono::steady_clock::now() + time;
    while (!stopped || !stopped()) {
      const auto left = deadline - std::chrono::steady_clock::now();
      if (left <= left.zero()) return true;
      std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(left, k_look_up));
    }
    return false;
  }
  int64_t unix_seconds() const override {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
  }
  double random() override { return static_cast<double>(secret_number() >> 11) * 0x1p-53; }
};

}  // namespace

Patience& system_patience() {
  static SystemPatience patience;
  return patience;
}

}  // namespace whet
