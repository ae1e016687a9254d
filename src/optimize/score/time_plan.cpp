#include "optimize/score/time_plan.h"

namespace whet {

namespace {

constexpr double k_confirm_candidates = 9.5, k_report_candidates = 1.5;
constexpr double k_rest_share = 0.15, k_rest_candidates = 12;  // for ablation and the table by size: the smaller
// Estimates may be far off, for example on a busy machine: at most these shares of the time are reserved.
constexpr double k_most_kept = 0.25, k_most_kept_to_confirm = 0.6;
// How long the first confirmation takes nobody knows: of large arrays all trials may take a hundred candidates' time.
constexpr double k_kept_for_first = 0.5;
constexpr double k_least_candidate = 0.05;  // a candidate that takes longer is begun anyway
constexpr size_t k_several = 4;             // candidates that are tried before anything is reserved
constexpr double k_overtime = 0.05;

}  // namespace

double TimePlan::candidate_seconds() const {
  return count_ > 0 ? sum_ / static_cast<double>(count_) : check_seconds_;
}

double TimePlan::confirm_seconds() const {
  if (confirm_seconds_ > 0) return confirm_seconds_;
  return (k_confirm_candidates + k_report_candidates) * std::max(check_seconds_, candidate_seconds());
}

double TimePlan::reserve(const State& state) const {
  const double rest = std::min(k_rest_share * most_seconds_, k_rest_candidates * candidate_seconds());
  const bool awaits_one = !state.is_confirmed || state.wants_table;
  const bool is_first = confirm_seconds_ == 0 && awaits_one;
  const double wanted = std::max(confirm_seconds() + rest, is_first ? k_kept_for_first * most_seconds_ : 0);
  return std::min(wanted, (awaits_one ? k_most_kept_to_confirm : k_most_kept) * most_seconds_);
}

NextStep TimePlan::next(const State& state) const {
  const double begun = state.gone + std::min(candidate_seconds(), k_least_candidate * most_seconds_);
  const double last_moment = state.is_confirmed ? most_seconds_ : (1 - k_most_kept) * most_seconds_;
  const bool is_needed = state.tried < k_several && begun <= last_moment;
  if (begun + (is_needed ? 0 : reserve(state)) <= most_seconds_) return NextStep::search;
  return state.is_confirmed || state.gone >= most_seconds_ ? NextStep::end : NextStep::confirm;
}

size_t TimePlan::room(const State& state, size_t wanted) const {
  const double left = most_seconds_ - reserve(state) - state.gone, each = candidate_seconds();
  if (each <= 0 || left >= each * static_cast<double>(wanted)) return wanted;
  return std::max<size_t>(1, static_cast<size_t>(std::max(0.0, left / each)));
}

double TimePlan::deadline() const {
  return (1 + k_overtime) * most_seconds_;
}

}  // namespace whet
