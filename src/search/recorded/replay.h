// Compares strategies on recorded spaces, without a GPU. Each evaluation tries a new configuration; a failing one costs
// an evaluation too. Random search without replacement is computed exactly, not sampled: it has no noise and is the
// same for everybody.
#pragma once

#include <string>
#include <vector>

#include "search/recorded/recorded_space.h"

namespace whet::search {

// Progress after 1, 2, 3 ... evaluations, averaged over runs.
struct Curve {
  std::vector<double> share;    // optimal time / best time found; 0 while none works
  std::vector<double> seconds;  // best time found; the slowest time while none works

  // The share after `evaluations`, or at the end of a shorter curve.
  double share_after(size_t evaluations) const;
};

// Expected progress of random search. The i-th fastest of n (i from 1) is the best of k drawn without replacement with
// probability C(n-i, k-1) / C(n, k):
//   n = 4, k = 2: 3/6, 2/6, 1/6, 0
Curve random_curve(const RecordedSpace& recorded, size_t evaluations);

// The part of the gap between random search (0) and the optimum (1) that the curve closes, averaged over the
// evaluations from the fifth on.
double score(const Curve& curve, const Curve& random, double optimum);

struct ReplaySettings {
  std::vector<std::string> strategies;
  size_t budget = 100, repeats = 100;
  size_t batch = 1;  // configurations asked for at once
  uint64_t seed = 1;
  unsigned threads = 1;
};

struct ReplayedSpace {
  double optimum = 0;         // seconds
  Curve random;               // computed for twice the budget
  std::vector<Curve> curves;  // by strategy
  std::vector<double> scores;
};

// The result does not depend on the number of threads. An unknown strategy is an error.
Result<std::vector<ReplayedSpace>> replay(const std::vector<RecordedSpace>& spaces, const ReplaySettings& settings);

}  // namespace whet::search
