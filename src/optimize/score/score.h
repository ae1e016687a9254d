// One figure for several cases: what a candidate is worth over all sizes a kernel runs at.
//
//   cases of weight 1 and 0.1, speed-ups 1.20 and 0.99   ->  1.20^(1/1.1) * 0.99^(0.1/1.1) = 1.179
// Held-out cases have no weight: they only judge.
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

// What two candidates' comparisons come to.
struct OverallComparison {
  Outcome outcome = Outcome::inconclusive;  // faster, slower, same, inconclusive or invalid, of the second
  std::string reason;
  double speedup = 1, low = 1, high = 1;  // of the second over the first; the interval shown

  store::Speedup stored() const { return {speedup, low, high}; }
};

// `faster` only when the whole is and no case, held out or not, is slower by more than the margin.
OverallComparison overall(const std::vector<ScoredCase>& cases, const CandidateComparison& comparison, double margin);

// Whether the second may take the first's place though it brings nothing: it is sure not to be slower by the margin. Of
// two modelled times the difference is known, whatever it means.
bool is_no_slower(const OverallComparison& found, Origin origin, double margin);

}  // namespace whet
