// Summaries of repeated measurements. Only order statistics are used, so that a few outliers change little.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace whet {

// The value below which `share` of the sorted values lie, interpolated linearly; 0 when there are no values.
//   sorted 10 20 30 40, share 0.5 -> 25
double quantile(const std::vector<double>& sorted, double share);
double median(std::vector<double> values);

// Summary of one list of samples.
struct Spread {
  size_t count = 0;
  double low = 0, first_quartile = 0, median = 0, third_quartile = 0, high = 0;
  double relative_iqr = 0;  // (third - first quartile) / median
  double mdape = 0;         // median of |value - median| / median: half of the samples are closer
};
Spread spread(std::vector<double> values);

// A range that holds the true median with at least `confidence`.
struct Interval {
  double low = 0, high = 0;
  double confidence = 0;  // the level reached, at least the one asked for

  bool holds(double value) const { return low <= value && value <= high; }
};

// Sum of the terms 0..k of the binomial distribution B(n, 1/2).
double coin_tail(size_t n, size_t k);

// The sign-test interval: the k-th smallest and the k-th largest value, with the largest k for which 2 P(B(n, 1/2) < k)
// is at most 1 - confidence. It is exact for any distribution: each sample lies below the true median with probability
// 1/2.
//   8 values, 0.95: 2 P(B < 1) = 0.0078, 2 P(B < 2) = 0.070  ->  k = 1: [smallest, largest], 0.992
// Empty when even the whole range does not reach the confidence.
std::optional<Interval> median_interval(std::vector<double> values, double confidence);

// The natural logarithms of first / second, pair by pair.
std::vector<double> log_ratios(const std::vector<std::pair<double, double>>& pairs);

// The confidence that each of several simultaneous statements needs so that all hold with `confidence`: 0.95 over 5 ->
// 0.99.
double bonferroni(double confidence, size_t statements);

}  // namespace whet
