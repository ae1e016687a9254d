#include "util/statistics.h"

#include <algorithm>
#include <cmath>

namespace whet {

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

Spread spread(std::vector<double> values) {
  Spread found;
  if (values.empty()) return found;
  std::sort(values.begin(), values.end());
  found.count = values.size();
  found.low = values.front();
  found.high = values.back();
  found.first_quartile = quantile(values, 0.25);
  found.median = quantile(values, 0.5);
  found.third_quartile = quantile(values, 0.75);
  if (found.median == 0) return found;
  found.relative_iqr = (found.third_quartile - found.first_quartile) / std::fabs(found.median);
  for (double& value : values) value = std::fabs(value - found.median) / std::fabs(found.median);
  found.mdape = median(std::move(values));
  return found;
}

double coin_tail(size_t n, size_t k) {
  if (k >= n) return 1;
  const auto tosses = static_cast<double>(n);
  double sum = 0;
  for (size_t i = 0; i <= k; ++i) {
    const auto heads = static_cast<double>(i);
    sum += std::exp(std::lgamma(tosses + 1) - std::lgamma(heads + 1) - std::lgamma(tosses - heads + 1) -
                    tosses * std::log(2.0));
  }
  return std::min(sum, 1.0);
}

std::optional<Interval> median_interval(std::vector<double> values, double confidence) {
  const size_t n = values.size();
  size_t rank = 0;  // counted from either end
  double outside = 0;
  while (rank < n / 2) {
    const double further = 2 * coin_tail(n, rank);
    if (further > 1 - confidence) break;
    outside = further;
    ++rank;
  }
  if (rank == 0) return std::nullopt;
  std::sort(values.begin(), values.end());
  return Interval{values[rank - 1], values[n - rank], 1 - outside};
}

std::vector<double> log_ratios(const std::vector<std::pair<double, double>>& pairs) {
  std::vector<double> logs;
  logs.reserve(pairs.size());
  for (const auto& [first, second] : pairs) logs.push_back(std::log(first / second));
  return logs;
}

double bonferroni(double confidence, size_t statements) {
  return 1 - (1 - confidence) / static_cast<double>(std::max<size_t>(statements, 1));
}

}  // namespace whet
