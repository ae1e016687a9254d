// Strategies compared on recorded spaces, without a GPU. Each evaluation is a configuration never tried before; one
// that fails costs an evaluation like any other. Random search without replacement is calculated, not sampled: it has
// no noise and is the same for everybody.
#pragma once

#include <string>
#include <vector>

#include "search/recorded/recorded_space.h"

namespace whet::search {

// What is known after 1, 2, 3 ... evaluations, on average over runs.
struct Curve {
  std::vector<double> share;    // optimal time / best time found; 0 while nothing works
  std::vector<double> seconds;  // best time found; the slowest that works while nothing does

  // After `evaluations`, at most as many as there are.
  double share_after(size_t evaluations) const;
};

// The i-th fastest of n is the best of k drawn without replacement with the chance C(n-i, k-1) / C(n, k).
Curve random_curve(const RecordedSpace& recorded, size_t evaluations);

// How far the curve is from random search (0) on the way to the optimum (1), on average over the evaluations from 5 on.
double score(const Curve& curve, const Curve& random, double optimum);

struct ReplaySettings {
  std::vector<std::string> strategies;
  size_t budget = 100, repeats = 100;
  size_t batch = 1;  // asked for at once
  uint64_t seed = 1;
  unsigned threads = 1;
};

struct ReplayedSpace {
  double optimum = 0;         // seconds
  Curve random;               // calculated, twice as long as the budget
  std::vector<Curve> curves;  // by strategy
  std::vector<double> scores;
};

// The same whatever the number of threads. Errors: a strategy that is none.
Result<std::vector<ReplayedSpace>> replay(const std::vector<RecordedSpace>& spaces, const ReplaySettings& settings);

}  // namespace whet::search
