#include "report/canvas/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace whet {

namespace {

// Three significant digits: 1.23, 12.3, 123.
std::string three_digits(double value) {
  return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

}  // namespace

std::string count_text(double count) {
  std::string digits = fmt::format("{:.0f}", std::fabs(count));
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return count <= -0.5 ? "-" + digits : digits;
}

std::string seconds_text(double seconds) {
  if (seconds >= 1) return three_digits(seconds) + " s";
  if (seconds >= 1e-3) return three_digits(seconds * 1e3) + " ms";
  return three_digits(seconds * 1e6) + " us";
}

std::string percent_text(double share) {
  const double percent = 100 * share;
  if (percent > 0 && percent < 0.1) return fmt::format("{:.1g} %", percent);
  return fmt::format("{:.{}f} %", percent, percent >= 10 || percent == 0 ? 0 : 1);
}

std::string rate_text(double per_second, bool bytes) {
  const bool large = per_second >= 1e12;
  const std::string unit = bytes ? "B/s" : "FLOP/s";
  return three_digits(per_second / (large ? 1e12 : 1e9)) + (large ? " T" : " G") + unit;
}

std::string measured_text(double seconds) {
  const double scale = seconds >= 1 ? 1 : seconds >= 1e-3 ? 1e3 : 1e6;
  const double value = scale * seconds;
  return fmt::format("{:.{}f} {}", value,
                     value >= 100  ? 1
                     : value >= 10 ? 2
                                   : 3,
                     scale == 1     ? "s"
                     : scale == 1e3 ? "ms"
                                    : "us");
}

}  // namespace whet
