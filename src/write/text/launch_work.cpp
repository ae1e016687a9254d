#include "write/text/launch_work.h"

#include <cmath>

namespace whet::write {

double LaunchWork::warps() const {
  constexpr double k_warp = 32;
  return blocks * std::ceil(threads / k_warp);
}

}  // namespace whet::write
