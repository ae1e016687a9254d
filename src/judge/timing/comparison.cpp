#include "judge/timing/comparison.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace whet {

namespace {

using Pairs = std::vector<std::pair<double, double>>;

Interval as_ratio(const Interval& logs) {
  return {std::exp(logs.low), std::exp(logs.high), logs.confidence};
}

std::optional<Speedup> speedup(const Pairs& pairs, const ComparisonRule& rule) {
  const std::vector<double> logs = log_ratios(pairs);
  const auto shown = median_interval(logs, bonferroni(rule.confidence, rule.candidates));
  const auto called = median_interval(logs, bonferroni(rule.call_confidence, rule.candidates));
  if (!shown || !called) return std::nullopt;
  return Speedup{std::exp(median(logs)), as_ratio(*shown), as_ratio(*called)};
}

bool clocks_known(const PairedSample& round) {
  return round.baseline.sm_clock_hz > 0 && round.candidate.sm_clock_hz > 0;
}

double median_clock(const std::vector<PairedSample>& rounds, Sample PairedSample::* whose) {
  std::vector<double> clocks;
  for (const PairedSample& round : rounds) clocks.push_back((round.*whose).sm_clock_hz);
  return median(std::move(clocks));
}

// Leaves out rounds in which a clock had dropped. Each of the two has its own: one that draws more power runs at a
// lower clock all the time.
std::vector<PairedSample> steady(const std::vector<PairedSample>& rounds, double slow_clock) {
  const double baseline = slow_clock * median_clock(rounds, &PairedSample::baseline);
  const double candidate = slow_clock * median_clock(rounds, &PairedSample::candidate);
  std::vector<PairedSample> kept;
  for (const PairedSample& round : rounds) {
    if (round.baseline.sm_clock_hz >= baseline && round.candidate.sm_clock_hz >= candidate) kept.push_back(round);
  }
  return kept;
}

double clock_ratio(const std::vector<PairedSample>& rounds) {
  return median_clock(rounds, &PairedSample::candidate) / median_clock(rounds, &PairedSample::baseline);
}

// Whether the difference is so large that clocks which are this far apart cannot have made it.
bool is_beyond_clocks(const Speedup& found, double apart) {
  return found.called.low > 1 + 2 * apart || found.called.high < 1 / (1 + 2 * apart);
}

// faster or slower if the strict interval excludes 1 and the difference reaches the margin; else inconclusive.
Outcome call(const Speedup& found, double margin) {
  if (found.called.low > 1 && found.median >= 1 + margin) return Outcome::faster;
  if (found.called.high < 1 && found.median <= 1 / (1 + margin)) return Outcome::slower;
  return Outcome::inconclusive;
}

bool is_same(const Speedup& found, double margin) {
  return found.shown.low >= 1 / (1 + margin) && found.shown.high <= 1 + margin;
}

std::string interval_text(const Interval& interval) {
  return fmt::format("{:.1f} % interval {:.4f} to {:.4f}", 100 * interval.confidence, interval.low, interval.high);
}

void decide(SpeedComparison& result, const ComparisonRule& rule) {
  const Speedup& time = result.time;
  const Outcome in_time = call(time, rule.margin);
  if (in_time == Outcome::inconclusive) {
    if (is_same(time, rule.margin)) {
      result.outcome = Outcome::same;
      result.reason = fmt::format("the {} lies within {:.1f} %", interval_text(time.shown), 100 * rule.margin);
    } else if (time.called.holds(1)) {
      result.reason = fmt::format("the {} holds 1", interval_text(time.called));
    } else {
      result.reason = fmt::format("the difference is below {:.1f} %", 100 * rule.margin);
    }
    return;
  }
  if (result.cycles && call(*result.cycles, rule.margin) != in_time) {
    result.reason = fmt::format("in cycles the ratio is {:.4f}: the clock made the difference", result.cycles->median);
    return;
  }
  result.outcome = in_time;
  result.reason =
      fmt::format("the {} excludes 1{}", interval_text(time.called), result.cycles ? ", and so it does in cycles" : "");
}

Interval inverse(const Interval& ratio) {
  return {1 / ratio.high, 1 / ratio.low, ratio.confidence};
}

Speedup inverse(const Speedup& found) {
  return {1 / found.median, inverse(found.shown), inverse(found.called)};
}

}  // namespace

SpeedComparison exchanged(SpeedComparison found) {
  if (found.outcome == Outcome::faster)
    found.outcome = Outcome::slower;
  else if (found.outcome == Outcome::slower)
    found.outcome = Outcome::faster;
  found.time = inverse(found.time);
  if (found.cycles) found.cycles = inverse(*found.cycles);
  if (found.clock_ratio > 0) found.clock_ratio = 1 / found.clock_ratio;
  return found;
}

bool wants_more(const SpeedComparison& found) {
  return found.outcome == Outcome::inconclusive && found.time.called.holds(1);
}

bool is_clear(const std::vector<PairedSample>& rounds, const ComparisonRule& rule) {
  const auto all = [&](auto differs) {
    return std::all_of(rounds.begin(), rounds.end(), [&](const PairedSample& round) {
      return differs(round.baseline.seconds, round.candidate.seconds);
    });
  };
  return rounds.size() >= rule.clear_rounds && (all([&](double a, double b) { return a > rule.clear_factor * b; }) ||
                                                all([&](double a, double b) { return b > rule.clear_factor * a; }));
}

SpeedComparison compare_speed(const std::vector<PairedSample>& rounds, const ComparisonRule& rule) {
  SpeedComparison result;
  const bool with_clocks = !rounds.empty() && std::all_of(rounds.begin(), rounds.end(), clocks_known);
  const std::vector<PairedSample> kept = with_clocks ? steady(rounds, rule.slow_clock) : rounds;
  result.rounds = kept.size();
  result.left_out = rounds.size() - kept.size();
  Pairs seconds, cycles;
  for (const PairedSample& round : kept) {
    seconds.emplace_back(round.baseline.seconds, round.candidate.seconds);
    cycles.emplace_back(round.baseline.seconds * round.baseline.sm_clock_hz,
                        round.candidate.seconds * round.candidate.sm_clock_hz);
  }
  const auto time = speedup(seconds, rule);
  if (time) result.time = *time;
  if (time && with_clocks) result.cycles = speedup(cycles, rule);
  if (with_clocks && !kept.empty()) result.clock_ratio = clock_ratio(kept);
  if (!time || (kept.size() < rule.fewest_rounds && !is_clear(kept, rule))) {
    result.reason = fmt::format("{} rounds are too few, {} are needed", kept.size(), rule.fewest_rounds);
    return result;
  }
  const double apart = with_clocks ? std::fabs(result.clock_ratio - 1) : 0;
  if (apart > rule.clocks_apart && !is_beyond_clocks(*time, apart)) {
    result.reason = fmt::format("the clocks of the two are {:.1f} % apart", 100 * apart);
    return result;
  }
  decide(result, rule);
  return result;
}

SpeedComparison compare_modelled(const Sampling& baseline, const Sampling& candidate, const ComparisonRule& rule) {
  SpeedComparison result;
  result.origin = Origin::modelled;
  if (baseline.samples.empty() || candidate.samples.empty()) {
    result.reason = "there is no modelled time";
    return result;
  }
  result.rounds = 1;
  const double ratio = baseline.samples.front().seconds / candidate.samples.front().seconds;
  const double error = std::max(baseline.order_error, candidate.order_error);
  result.time.median = ratio;
  result.time.shown = result.time.called = {ratio / (1 + error), ratio * (1 + error), 0.95};
  if (std::max(ratio, 1 / ratio) >= 1 + std::max(error, rule.margin)) {
    result.outcome = ratio > 1 ? Outcome::faster : Outcome::slower;
    result.reason = fmt::format("the modelled times are more than {:.0f} % apart, as far as the model orders variants",
                                100 * error);
  } else if (std::fabs(ratio - 1) < 1e-9) {
    result.outcome = Outcome::same;
    result.reason = "the modelled times are equal";
  } else {
    result.reason =
        fmt::format("the modelled times are within {:.0f} %, where the model does not order variants", 100 * error);
  }
  return result;
}

}  // namespace whet
