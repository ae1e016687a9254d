#include "optimize/score/time_plan.h"

#include <algorithm>

namespace whet {

namespace {

constexpr double k_confirm_candidates = 9.5, k_report_candidates = 1.5;
constexpr double k_rest_share = 0.15, k_rest_candidates = 12;  // for ablation and the table by size, the lesser

}  // namespace

double TimePlan::candidate_seconds() const {
  return std::max(check_seconds_, count_ > 0 ? sum_ / static_cast<double>(count_) : 0.0);
}

double TimePlan::confirm_seconds() const {
  return (k_confirm_candidates + k_report_candidates) * candidate_seconds();
}

double TimePlan::reserve() const {
  return confirm_seconds() + std::min(k_rest_share * most_seconds_, k_rest_candidates * candidate_seconds());
}

size_t TimePlan::room(double gone, size_t wanted) const {
  const double left = most_seconds_ - reserve() - gone, each = candidate_seconds();
  if (each <= 0 || left >= each * static_cast<double>(wanted)) return wanted;
  return std::max<size_t>(1, static_cast<size_t>(std::max(0.0, left / each)));
}

}  // namespace whet
