#include "cudart/stream/timeline.h"

#include <algorithm>

namespace whet::cudart {

double Timeline::occupy(Engine engine, double from, double seconds) {
  from = std::max(from, now_);
  if (engine == Engine::none) return from + seconds;
  double& free_at = free_at_[static_cast<size_t>(engine)];
  free_at = std::max(free_at, from) + seconds;
  return free_at;
}

void Timeline::wait_until(double moment) {
  now_ = std::max(now_, moment);
}

}  // namespace whet::cudart
