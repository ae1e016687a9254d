// Timing noise as GPUs show it, simulated: what the verdicts' error rates are measured on.
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "judge/timing/comparison.h"
#include "judge/timing/rounds.h"

namespace whet::test {

struct NoiseModel {
  std::string name;
  double sigma = 0.005;               // lognormal, of each sample
  double spike_share = 0;             // of samples that take longer, up to half again
  double linear_drift = 0;            // of the time, over the whole comparison
  double wave = 0, wave_length = 40;  // amplitude; samples a period
  bool clocks = false;                // known, wandering by 1 % and changing the time with them
};

inline std::vector<NoiseModel> noise_models() {
  return {{"lognormal 0.5 %", 0.005},
          {"lognormal 1 %", 0.01},
          {"lognormal 2 %", 0.02},
          {"1 %, 5 % spikes", 0.01, 0.05},
          {"0.5 %, drift 5 %", 0.005, 0, 0.05},
          {"1 %, drift 10 %", 0.01, 0, 0.10},
          {"0.5 %, wave 1 %", 0.005, 0, 0, 0.01},
          {"1 %, wave 2 % of 7 samples", 0.01, 0, 0, 0.02, 7},
          {"1 %, clocks wander", 0.01, 0, 0, 0, 40, true},
          {"1 %, spikes, drift, wave, clocks", 0.01, 0.03, 0.05, 0.01, 23, true}};
}

class SimulatedGpu {
 public:
  SimulatedGpu(const NoiseModel& model, size_t samples, uint64_t seed)
      : model_(model), samples_(static_cast<double>(samples)), random_(seed) {
    phase_ = std::uniform_real_distribution<>(0, 2 * std::numbers::pi)(random_);
  }

  Sample sample(double seconds) {
    seconds *= std::lognormal_distribution<>(0, model_.sigma)(random_);
    if (std::bernoulli_distribution(model_.spike_share)(random_))
      seconds *= std::uniform_real_distribution<>(1, 1.5)(random_);
    seconds *= 1 + model_.linear_drift * taken_ / samples_;
    seconds *= 1 + model_.wave * std::sin(phase_ + 2 * std::numbers::pi * taken_ / model_.wave_length);
    taken_ += 1;
    if (!model_.clocks) return {seconds, 0};
    clock_ += std::normal_distribution<>(0, 0.002)(random_) - 0.02 * (clock_ - 1);
    return {seconds / clock_, 1.98e9 * clock_};
  }

 private:
  NoiseModel model_;
  double samples_, phase_ = 0, taken_ = 0, clock_ = 1;
  std::mt19937_64 random_;
};

// One comparison of a kernel with another that takes `ratio` times as long.
inline SpeedComparison simulated_comparison(const NoiseModel& model, double ratio, uint64_t seed,
                                            size_t most_rounds = k_most_rounds, const ComparisonRule& rule = {}) {
  SimulatedGpu gpu(model, 2 * k_usual_rounds, seed);
  std::vector<PairedSample> pairs;
  SpeedComparison found;
  for (const auto& order : round_orders(2, most_rounds, seed)) {
    Sample taken[2];
    for (const size_t which : order) taken[which] = gpu.sample(which == 0 ? 100e-6 : 100e-6 * ratio);
    pairs.push_back({taken[0], taken[1]});
    if (pairs.size() != next_look(pairs.size(), k_usual_rounds, most_rounds)) continue;
    found = compare_speed(pairs, rule);
    if (!wants_more(found)) break;
  }
  return found;
}

struct OutcomeShares {
  double faster = 0, slower = 0, same = 0, inconclusive = 0;
};

inline OutcomeShares outcome_shares(const NoiseModel& model, double ratio, int comparisons) {
  OutcomeShares shares;
  for (int i = 0; i < comparisons; ++i) {
    const Outcome outcome = simulated_comparison(model, ratio, static_cast<uint64_t>(i) + 1).outcome;
    double& share = outcome == Outcome::faster   ? shares.faster
                    : outcome == Outcome::slower ? shares.slower
                    : outcome == Outcome::same   ? shares.same
                                                 : shares.inconclusive;
    share += 1.0 / comparisons;
  }
  return shares;
}

}  // namespace whet::test
