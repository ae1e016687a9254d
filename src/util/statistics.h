// What repeated measurements say: order statistics alone, so that a few wild samples change little.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace whet {

// The value below which `share` of the sorted values lie, between neighbours on a straight line; 0 of none.
//   sorted 10 20 30 40, share 0.5 -> 25
double quantile(const std::vector<double>& sorted, double share);
double median(std::vector<double> values);

// One list of samples in short.
struct Spread {
  size_t count = 0;
  double low = 0, first_quartile = 0, median = 0, third_quartile = 0, high = 0;
  double relative_iqr = 0;  // (third - first quartile) / median
  double mdape = 0;         // median of |value - median| / median: half of the samples are nearer
};
Spread spread(std::vector<double> values);

// A range that holds the true median with at least `confidence`.
struct Interval {
  double low = 0, high = 0;
  double confidence = 0;  // reached: at least what was asked for

  bool holds(double value) const { return low <= value && value <= high; }
};

// Sum of the terms 0..k of the binomial distribution of n fair coins.
double coin_tail(size_t n, size_t k);

// The sign-test interval: the k-th smallest and k-th largest value, k the largest for which less than 1 - confidence of
// the coin tosses come out more lopsided. Exact for any distribution, as the true median splits samples like a coin.
//   8 values, 0.95: P(fewer than 1 of 8 below) * 2 = 0.0078, fewer than 2: 0.070  ->  [smallest, largest], 0.992
// Nothing when even the whole range does not reach the confidence.
std::optional<Interval> median_interval(std::vector<double> values, double confidence);

// The natural logarithms of first / second, pair by pair.
std::vector<double> log_ratios(const std::vector<std::pair<double, double>>& pairs);

// What each of several simultaneous statements needs so that all hold with `confidence`: 0.95 over 5 -> 0.99.
double bonferroni(double confidence, size_t statements);

}  // namespace whet
