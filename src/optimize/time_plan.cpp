#include "optimize/time_plan.h"

namespace whet {

namespace {

constexpr double k_most_share = 0.5;  // of all seconds, for what comes after the rounds
constexpr double k_full_effort = 4;   // all trials, in those of a quick check
constexpr double k_report_seconds = 0.5;

}  // namespace

double TimePlan::reserve() const {
  const double questions = k_full_effort * std::max(0.0, open_seconds_ - check_seconds_) / 2;
  const double trials = (k_full_effort + 1) * std::max(check_seconds_, slowest_);
  return std::min(k_most_share * most_seconds_, questions + trials + k_report_seconds);
}

size_t TimePlan::room(double gone, size_t wanted) const {
  const double left = most_seconds_ - reserve() - gone, each = candidate_seconds();
  if (each <= 0 || left >= each * static_cast<double>(wanted)) return wanted;
  return std::max<size_t>(1, static_cast<size_t>(std::max(0.0, left / each)));
}

}  // namespace whet
