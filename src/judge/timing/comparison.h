// Which of two kernels is faster, from samples taken in paired rounds.
//
//   52 rounds; log(A/B) of each; their median 0.0392, interval [0.0371, 0.0413]  ->  B is faster, 1.040x [1.038, 1.042]
//   median 0.0004, interval [-0.0011, 0.0019], margin 0.5 %                      ->  same
//   median 0.0062, interval [-0.0008, 0.0130]                                    ->  inconclusive: 1 is inside
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/device.h"
#include "judge/trial/outcome.h"
#include "util/statistics.h"

namespace whet {

struct ComparisonRule {
  double margin = 0.005;     // a smaller difference does not count
  double confidence = 0.95;  // of the interval that is shown, which must lie within the margin for `same`
  // The confidence of the interval that must exclude 1 for `faster` or `slower`; strict, because an undecided
  // comparison is evaluated up to four times.
  double call_confidence = 0.998;
  // Of the medians of the two clocks: if more, the comparison is inconclusive, unless the difference is far larger.
  double clocks_apart = 0.02;
  double slow_clock = 0.75;  // of the kernel's median clock: rounds with a sample below it are left out
  size_t candidates = 1;     // judged at once; they share the risk of error
  size_t fewest_rounds = 26;
  // Where every round differs by this factor, and in the same direction, fewer rounds decide: ten signs of a coin agree
  // by chance in one of 512 tries.
  double clear_factor = 1.5;
  size_t clear_rounds = 10;
};

// One round: the baseline's and the candidate's sample.
struct PairedSample {
  Sample baseline, candidate;
};

// The speed of the candidate relative to the baseline: above 1 it is faster.
struct Speedup {
  double median = 1;
  Interval shown, called;  // at the two confidences of the rule
};

struct SpeedComparison {
  Outcome outcome = Outcome::inconclusive;
  std::string reason;             // "the 99.8 % interval ... holds 1", "the clocks of the two are 3.1 % apart"
  Speedup time;                   // in seconds
  std::optional<Speedup> cycles;  // in cycles, if every clock is known
  double clock_ratio = 0;         // candidate over baseline, medians; 0: not known
  size_t rounds = 0, left_out = 0;
  Origin origin = Origin::measured;
};

// The same comparison with the two kernels exchanged; its reason stays as it is.
SpeedComparison exchanged(SpeedComparison found);

// Whether more rounds may still decide it: only the noise prevents a decision.
bool wants_more(const SpeedComparison& found);

// Whether these rounds decide by their difference alone.
bool is_clear(const std::vector<PairedSample>& rounds, const ComparisonRule& rule);

SpeedComparison compare_speed(const std::vector<PairedSample>& rounds, const ComparisonRule& rule = {});

// For modelled times, one each: a ratio within the model's error is inconclusive; only equal times are `same`.
SpeedComparison compare_modelled(const Sampling& baseline, const Sampling& candidate, const ComparisonRule& rule = {});

}  // namespace whet
