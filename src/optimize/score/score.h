// One figure for several cases: the value of a candidate over all sizes that a kernel runs at.
//
//   cases of weight 1 and 0.1, speed-ups 1.20 and 0.99   ->  1.20^(1/1.1) * 0.99^(0.1/1.1) = 1.179
// Held-out cases have no weight: they can only reject a candidate.
#pragma once

#include <string>
#include <vector>

#include "judge/worker_protocol.h"
#include "store/speedup.h"

namespace whet {

struct ScoredCase {
  std::string name;
  double weight = 1;
  bool held_out = false;
};

// Weighted geometric mean; held-out cases count only when there are no others.
double overall(const std::vector<ScoredCase>& cases, const std::vector<double>& values);

// The comparison of two candidates over all cases.
struct OverallComparison {
  Outcome outcome = Outcome::inconclusive;  // faster, slower, same, inconclusive or invalid, of the second
  std::string reason;
  double speedup = 1, low = 1, high = 1;  // of the second over the first, with the interval that is shown

  store::Speedup stored() const { return {speedup, low, high}; }
};

// `faster` requires that the whole is faster and that no held-out case is slower by more than the margin. A case with a
// weight may be slower: it counts, and the table by size gives it another kernel.
OverallComparison overall(const std::vector<ScoredCase>& cases, const CandidateComparison& comparison, double margin);

// Whether the second may replace the first although it gains nothing: it is certainly not slower by the margin. The
// ratio of two modelled times has no noise, so it decides alone.
bool is_no_slower(const OverallComparison& found, Origin origin, double margin);

}  // namespace whet
