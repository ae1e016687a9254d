#include "judge/timing/stopping.h"

#include <algorithm>

#include "util/statistics.h"

namespace whet {

namespace {

constexpr double k_quartiles_apart = 1.349;  // interquartile range of a normal distribution, in standard deviations
constexpr size_t k_window = 64, k_check_every = 16, k_fewest_for_noise = 5;
constexpr double k_stable = 0.05;

}  // namespace

std::string_view name_of(StopReason reason) {
  constexpr std::string_view k_names[] = {"not yet", "noise below the limit", "noise stable", "most samples taken",
                                          "time is up"};
  return k_names[static_cast<size_t>(reason)];
}

Stopping::Stopping(const StoppingRule& rule, const Clock& clock)
    : rule_(rule), clock_(clock), begin_ns_(clock.monotonic_ns()) {}

void Stopping::add(double seconds) {
  sorted_.insert(std::upper_bound(sorted_.begin(), sorted_.end(), seconds), seconds);
  gpu_seconds_ += seconds;
  if (sorted_.size() < k_fewest_for_noise) return;
  const double middle = quantile(sorted_, 0.5);
  const double apart = quantile(sorted_, 0.75) - quantile(sorted_, 0.25);
  noises_.push_back(middle > 0 ? apart / k_quartiles_apart / middle : 0);
}

bool Stopping::noise_is_stable() const {
  if (noises_.size() < k_window || sorted_.size() % k_check_every != 0) return false;
  const auto last = noises_.end() - static_cast<std::ptrdiff_t>(k_window);
  const auto [low, high] = std::minmax_element(last, noises_.end());
  return *high <= *low * (1 + k_stable);
}

StopReason Stopping::reason() const {
  if (static_cast<double>(clock_.monotonic_ns() - begin_ns_) * 1e-9 >= rule_.wall_seconds)
    return StopReason::wall_clock;
  if (sorted_.size() >= rule_.most_samples) return StopReason::enough;
  const bool is_long = !sorted_.empty() && sorted_.front() >= rule_.long_seconds;
  const bool is_enough = is_long || gpu_seconds_ >= rule_.gpu_seconds;
  const bool is_very_long = !sorted_.empty() && sorted_.front() >= rule_.very_long_seconds;
  const size_t fewest = is_very_long ? (rule_.fewest_samples + 1) / 2 : rule_.fewest_samples;
  if (sorted_.size() < fewest || !is_enough) return StopReason::not_yet;
  if (noise() < rule_.noise) return StopReason::quiet;
  return noise_is_stable() ? StopReason::stable : StopReason::not_yet;
}

Screening screen(const std::vector<double>& candidate, const Incumbent& incumbent, const ScreeningRule& rule) {
  if (candidate.empty()) return Screening::undecided;
  const double best = *std::min_element(candidate.begin(), candidate.end());
  const bool is_hopeless = best > incumbent.upper_seconds * rule.hopeless;
  if (is_hopeless && (candidate.size() > 1 || best >= rule.long_seconds)) return Screening::slower;
  if (candidate.size() < rule.fewest_samples) return Screening::undecided;
  if (best > incumbent.upper_seconds * (1 + rule.clearly)) return Screening::slower;
  if (median(candidate) <= incumbent.median_seconds) return Screening::promising;
  return candidate.size() < rule.most_samples ? Screening::undecided : Screening::promising;
}

}  // namespace whet
