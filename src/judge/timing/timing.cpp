#include "judge/timing/timing.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "judge/timing/outside_witness.h"
#include "judge/timing/rounds.h"

namespace whet {

namespace {

constexpr double k_witness_share = 0.03, k_witness_seconds = 1e-6;
constexpr int k_witness_samples = 5;
constexpr double k_seen_share = 0.5;  // of a reported gain that must be seen from outside

// The reported times are removed, so that nothing is ranked by them.
void withhold_gain(SpeedComparison& found, std::string reason) {
  if (found.outcome != Outcome::faster) return;
  found.outcome = Outcome::inconclusive;
  found.reason = std::move(reason);
  found.time = {1, {1, 1, 0}, {1, 1, 0}};
  found.cycles.reset();
}

std::string unseen_gain(double told_seconds, double seen_seconds) {
  return fmt::format("its process reports a gain of {:.4g} us, seen from outside it is {:.4g} us", 1e6 * told_seconds,
                     1e6 * seen_seconds);
}

SamplingPlan plan_of(const TimingRule& rule, const Contender& contender) {
  SamplingPlan plan;
  plan.cache = rule.cache;
  plan.method = rule.method;
  plan.warm_ups = 0;
  plan.sets = contender.sets;
  plan.resets = contender.resets;
  plan.limit_seconds = rule.stopping.wall_seconds;
  return plan;
}

// Appends the samples of a further call; the first call decided how often a sample repeats.
void append(Sampling& all, Sampling&& more) {
  if (all.samples.empty()) {
    all = std::move(more);
    return;
  }
  all.samples.insert(all.samples.end(), more.samples.begin(), more.samples.end());
  all.discarded += more.discarded;
  if (more.after.known) all.after = std::move(more.after);
  if (more.empty_seconds > 0) all.empty_seconds = more.empty_seconds;
  for (std::string& note : more.notes) {
    if (std::find(all.notes.begin(), all.notes.end(), note) == all.notes.end()) all.notes.push_back(std::move(note));
  }
}

// Samples with CUPTI's record serve only to verify the others, because recording costs time. If all samples have one,
// times are read from it.
Timing summarised(Sampling sampling, StopReason stopped, bool host_code) {
  Timing timing;
  std::vector<double> seconds, clocks;
  const bool all_witnessed = std::all_of(sampling.samples.begin(), sampling.samples.end(),
                                         [](const Sample& sample) { return sample.witness_seconds > 0; });
  for (const Sample& sample : sampling.samples) {
    if (sample.witness_seconds > 0 && !all_witnessed) continue;
    seconds.push_back(sample.seconds);
    if (sample.sm_clock_hz > 0) clocks.push_back(sample.sm_clock_hz);
  }
  timing.seconds = spread(std::move(seconds));
  timing.clock_hz = spread(std::move(clocks));
  timing.invalid = witness_disagreement(sampling, host_code);
  timing.sampling = std::move(sampling);
  timing.stopped = stopped;
  return timing;
}

// Takes a few more samples with CUPTI's record; without CUPTI a note says so.
Result<void> add_witness(const Contender& contender, SamplingPlan plan, Sampling& all) {
  const bool is_very_long = all.samples.back().seconds > StoppingRule{}.very_long_seconds;
  plan.samples = is_very_long ? 1 : k_witness_samples;
  plan.witness = plan.observe = true;
  plan.unroll = all.unrolled;
  TRY(more, contender.device->sample(contender.launches, plan));
  append(all, std::move(more));
  return {};
}

// The samples of one contender, taken in several calls.
class Series {
 public:
  Series(const Contender& contender, const TimingRule& rule) : contender_(contender), plan_(plan_of(rule, contender)) {
    plan_.warm_ups = rule.warm_ups;
    plan_.observe = true;
  }

  Result<void> take(int samples) {
    plan_.samples = samples;
    TRY(more, contender_.device->sample(contender_.launches, plan_));
    if (more.samples.empty()) return failed("the device gave no sample", {}, "see `whet doctor`");
    plan_.first_set = (plan_.first_set + static_cast<int>(more.samples.size())) % contender_.sets;
    plan_.warm_ups = 0;
    plan_.observe = false;
    append(all_, std::move(more));
    plan_.unroll = all_.unrolled;
    return {};
  }

  // How many samples make up one call: as many as do not take long.
  int samples_a_call() const {
    constexpr double k_call_seconds = 0.5;
    const double each = std::max(all_.samples.back().seconds, k_call_seconds / k_samples_a_call);
    return std::max(1, static_cast<int>(k_call_seconds / each));
  }

  Result<void> witness() { return add_witness(contender_, plan_, all_); }
  const Sampling& all() const { return all_; }
  bool is_modelled() const { return all_.origin == Origin::modelled; }
  Timing finish(StopReason stopped) { return summarised(std::move(all_), stopped, contender_.host_code); }

 private:
  const Contender& contender_;
  SamplingPlan plan_;
  Sampling all_;
};

// Times of a millisecond and more have little noise: what half of the rounds leave undecided is no difference to tell.
size_t most_rounds(const TimingRule& rule, const Sampling& baseline, const Sampling& candidate) {
  constexpr double k_long_seconds = 2e-3;  // of both
  const double seconds = baseline.samples.back().seconds + candidate.samples.back().seconds;
  return seconds < k_long_seconds ? rule.most_rounds : rule.most_rounds / 2;
}

// Rounds that take so long that no more are made than decide.
bool is_long(const PairedSample& round) {
  constexpr double k_long_seconds = 0.01;
  return round.baseline.seconds + round.candidate.seconds > k_long_seconds;
}

}  // namespace

std::vector<double> seconds_of(const Sampling& sampling) {
  std::vector<double> seconds;
  for (const Sample& sample : sampling.samples) seconds.push_back(sample.seconds);
  return seconds;
}

std::string witness_disagreement(const Sampling& sampling, bool host_code) {
  std::vector<double> own, witness;
  for (const Sample& sample : sampling.samples) {
    if (sample.witness_seconds <= 0) continue;
    own.push_back(sample.seconds);
    witness.push_back(sample.witness_seconds);
  }
  if (own.empty()) return {};
  const double mine = median(std::move(own)), theirs = median(std::move(witness));
  // The time between two events includes the start of the kernel, which CUPTI's record does not; an empty kernel shows
  // how long that takes.
  const double apart = host_code ? theirs - mine : std::max(theirs - mine, mine - theirs - sampling.empty_seconds);
  if (apart <= std::max(k_witness_share * mine, k_witness_seconds)) return {};
  return fmt::format("timed {:.4g} us, while CUPTI saw {:.4g} us of work on the GPU", 1e6 * mine, 1e6 * theirs);
}

Result<Timing> time_alone(const Contender& contender, const TimingRule& rule, const Clock& clock,
                          const TimingProgress& progress) {
  Series series(contender, rule);
  TRY_VOID(series.take(1));
  if (series.is_modelled()) return series.finish(StopReason::enough);
  Stopping stopping(rule.stopping, clock);
  size_t seen = 0;
  while (true) {
    for (; seen < series.all().samples.size(); ++seen) stopping.add(series.all().samples[seen].seconds);
    if (progress) progress(seen, rule.stopping.most_samples, median(seconds_of(series.all())));
    if (const StopReason reason = stopping.reason(); reason != StopReason::not_yet) {
      if (rule.witness) TRY_VOID(series.witness());
      return series.finish(reason);
    }
    const size_t left = rule.stopping.most_samples - seen;
    TRY_VOID(series.take(std::min(series.samples_a_call(), static_cast<int>(left))));
  }
}

Result<PairedTiming> time_paired(const Contender& baseline, const Contender& candidate, const TimingRule& rule,
                                 const ComparisonRule& comparison, const Clock& clock, const TimingProgress& progress) {
  PairedTiming paired;
  Series series[] = {{baseline, rule}, {candidate, rule}};
  for (Series& one : series) TRY_VOID(one.take(1));  // settles clocks and the repetitions of a sample; it is not used
  if (series[0].is_modelled()) {
    paired.comparison = compare_modelled(series[0].all(), series[1].all(), comparison);
    paired.baseline = series[0].finish(StopReason::enough);
    paired.candidate = series[1].finish(StopReason::enough);
    return paired;
  }
  const int64_t begin = clock.monotonic_ns();
  StopReason stopped = StopReason::enough;
  const size_t most = most_rounds(rule, series[0].all(), series[1].all());
  const auto orders = round_orders(2, std::max(rule.rounds, most), rule.seed);
  for (const std::vector<size_t>& order : orders) {
    for (const size_t which : order) TRY_VOID(series[which].take(1));
    paired.rounds.push_back({series[0].all().samples.back(), series[1].all().samples.back()});
    const size_t done = paired.rounds.size(), look = next_look(done, rule.rounds, orders.size());
    if (progress) progress(done, look, median(seconds_of(series[1].all())));
    const bool late = static_cast<double>(clock.monotonic_ns() - begin) * 1e-9 >= rule.stopping.wall_seconds;
    if (late && done >= comparison.fewest_rounds) {
      stopped = StopReason::wall_clock;
      break;
    }
    if (done == look && !wants_more(compare_speed(paired.rounds, comparison))) break;
    if (is_long(paired.rounds.back()) && is_clear(paired.rounds, comparison) &&
        !wants_more(compare_speed(paired.rounds, comparison)))
      break;
  }
  if (rule.witness) {
    for (Series& one : series) TRY_VOID(one.witness());
  }
  paired.comparison = compare_speed(paired.rounds, comparison);
  if (!candidate.vouched && paired.comparison.outcome == Outcome::faster) {
    TRY(seen, gain_seen_outside(baseline, candidate, clock, rule.seed));
    const double told = median(seconds_of(series[0].all())) - median(seconds_of(series[1].all()));
    if (seen < k_seen_share * told) withhold_gain(paired.comparison, unseen_gain(told, seen));
  }
  paired.baseline = series[0].finish(stopped);
  paired.candidate = series[1].finish(stopped);
  for (const Timing* one : {&paired.baseline, &paired.candidate}) {
    if (one->invalid.empty()) continue;
    paired.comparison.outcome = Outcome::invalid;
    paired.comparison.reason = one->invalid;
  }
  return paired;
}

Result<Screening> time_screening(const Contender& candidate, const Incumbent& incumbent, const TimingRule& rule,
                                 const ScreeningRule& screening, Sampling* taken) {
  Series series(candidate, rule);
  Screening found = Screening::undecided;
  while (found == Screening::undecided) {
    TRY_VOID(series.take(1));
    std::vector<double> seconds = seconds_of(series.all());
    // A modelled time is the same in every sample.
    if (series.is_modelled()) seconds.resize(screening.most_samples, seconds.front());
    found = screen(seconds, incumbent, screening);
  }
  if (taken) *taken = series.all();
  return found;
}

}  // namespace whet
