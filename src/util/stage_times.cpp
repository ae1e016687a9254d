#include "util/stage_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace whet {

StageTimes& StageTimes::of_process() {
  static StageTimes times;
  return times;
}

void StageTimes::add(std::string_view stage, std::chrono::nanoseconds time) {
  const std::lock_guard lock(mutex_);
  const auto known = totals_.find(stage);
  Total& total = known == totals_.end() ? totals_[std::string(stage)] : known->second;
  ++total.calls;
  total.time += time;
}

std::string StageTimes::text() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::pair<std::string_view, Total>> lines(totals_.begin(), totals_.end());
  std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
  std::string text;
  for (const auto& [stage, total] : lines)
    text += fmt::format("{:>9} {:>11.3f} ms  {}\n", total.calls, 1e-6 * static_cast<double>(total.time.count()), stage);
  return text;
}

}  // namespace whet
