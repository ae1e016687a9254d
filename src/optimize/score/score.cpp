#include "optimize/score/score.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace whet {

double overall(const std::vector<ScoredCase>& cases, const std::vector<double>& values) {
  double sum = 0, weights = 0;
  const bool all_held_out =
      std::all_of(cases.begin(), cases.end(), [](const ScoredCase& each) { return each.held_out; });
  for (size_t i = 0; i < std::min(cases.size(), values.size()); ++i) {
    if (cases[i].held_out && !all_held_out) continue;
    sum += cases[i].weight * std::log(values[i]);
    weights += cases[i].weight;
  }
  return weights > 0 ? std::exp(sum / weights) : 0;
}

namespace {

// A held-out case that became slower; nullptr: none did.
const CaseComparison* regressed(const std::vector<ScoredCase>& cases, const CandidateComparison& comparison,
                                double margin) {
  for (size_t i = 0; i < std::min(cases.size(), comparison.cases.size()); ++i) {
    const SpeedComparison& found = comparison.cases[i].comparison;
    if (cases[i].held_out && found.outcome == Outcome::slower && found.time.median < 1 / (1 + margin))
      return &comparison.cases[i];
  }
  return nullptr;
}

bool any(const CandidateComparison& comparison, Outcome outcome) {
  return std::any_of(comparison.cases.begin(), comparison.cases.end(),
                     [&](const CaseComparison& pair) { return pair.comparison.outcome == outcome; });
}

bool all(const CandidateComparison& comparison, Outcome outcome) {
  return std::all_of(comparison.cases.begin(), comparison.cases.end(),
                     [&](const CaseComparison& pair) { return pair.comparison.outcome == outcome; });
}

}  // namespace

OverallComparison overall(const std::vector<ScoredCase>& cases, const CandidateComparison& comparison, double margin) {
  OverallComparison result;
  if (!is_sound(comparison.outcome)) return {comparison.outcome, comparison.reason};
  std::vector<double> medians, lows, highs;
  for (const CaseComparison& pair : comparison.cases) {
    medians.push_back(pair.comparison.time.median);
    lows.push_back(pair.comparison.time.shown.low);
    highs.push_back(pair.comparison.time.shown.high);
  }
  result.speedup = overall(cases, medians);
  result.low = overall(cases, lows);
  result.high = overall(cases, highs);
  const CaseComparison* const slower = regressed(cases, comparison, margin);
  if (slower && result.speedup > 1) {
    result.reason = fmt::format("case {} becomes slower: {:.3f}x", slower->name, slower->comparison.time.median);
    result.outcome = Outcome::slower;
  } else if (any(comparison, Outcome::faster) && result.low > 1) {
    result.outcome = Outcome::faster;
  } else if (any(comparison, Outcome::slower) && result.high < 1) {
    result.outcome = Outcome::slower;
  } else if (all(comparison, Outcome::same)) {
    result.outcome = Outcome::same;
  }
  if (result.reason.empty() && !comparison.cases.empty()) result.reason = comparison.cases.front().comparison.reason;
  return result;
}

bool is_no_slower(const OverallComparison& found, Origin origin, double margin) {
  if (!is_sound(found.outcome) || found.outcome == Outcome::slower) return false;
  return (origin == Origin::modelled ? found.speedup : found.low) >= 1 / (1 + margin);
}

}  // namespace whet
