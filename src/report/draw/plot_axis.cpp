#include "report/draw/plot_axis.h"

#include <algorithm>
#include <cmath>

namespace whet {

namespace {

std::vector<double> decades(const PlotAxis& axis, size_t most, const std::vector<double>& factors) {
  std::vector<double> values;
  const int first = static_cast<int>(std::floor(std::log10(axis.low)));
  const int last = static_cast<int>(std::ceil(std::log10(axis.high)));
  const int step =
      factors.size() > 1 ? 1 : std::max(1, static_cast<int>((static_cast<size_t>(last - first) + most - 1) / most));
  for (int power = first; power <= last; power += step) {
    for (const double factor : factors) {
      const double value = factor * std::pow(10, power);
      if (value >= axis.low && value <= axis.high) values.push_back(value);
    }
  }
  return values;
}

std::vector<double> even_steps(const PlotAxis& axis, size_t most) {
  const double span = axis.high - axis.low;
  if (!(span > 0)) return {axis.low};
  double step = std::pow(10, std::floor(std::log10(span / static_cast<double>(most))));
  for (const double factor : {2.0, 2.5, 2.0}) {  // 1, 2, 5, 10
    if (span / step <= static_cast<double>(most)) break;
    step *= factor;
  }
  std::vector<double> values;
  for (double value = std::ceil(axis.low / step) * step; value <= axis.high + step * 1e-9; value += step)
    values.push_back(std::fabs(value) < step * 1e-9 ? 0 : value);
  return values;
}

}  // namespace

double PlotAxis::at(double value) const {
  const double share = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return from + (to - from) * share;
}

std::vector<double> ticks(const PlotAxis& axis, size_t most) {
  if (!axis.logarithmic) return even_steps(axis, most);
  for (const auto& factors : {std::vector<double>{1, 2, 5}, std::vector<double>{1, 3}, std::vector<double>{1}}) {
    auto values = decades(axis, most, factors);
    if (values.size() >= 3 && (values.size() <= most || factors.size() == 1)) return values;
  }
  // Few ticks over many decades: every decade, though they are a few more.
  if (axis.high / axis.low >= 1000) return decades(axis, 2 * most, {1});
  return even_steps(axis, most);
}

}  // namespace whet
