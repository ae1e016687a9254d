#include "problem/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "problem/codec.h"

namespace whet {

namespace {

// How far outside the tolerance an element is: 0 or less agrees.
template <typename Codec>
double excess(double got, double expected, double slack, const Tolerance& tolerance) {
  constexpr double k_far = std::numeric_limits<double>::infinity();
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected) ? 0 : k_far;
  if (std::isinf(got) || std::isinf(expected)) {
    return got == Codec::decode(Codec::encode(expected)) ? 0 : k_far;
  }
  return std::fabs(got - expected) - (tolerance.absolute + tolerance.relative * std::fabs(expected) + slack);
}

void count_kind(double got, double expected, Comparison& result) {
  if (std::isnan(got)) ++result.nans, result.unexpected_nans += !std::isnan(expected);
  if (std::isinf(got)) ++result.infinities;
  if (!std::isfinite(got) || !std::isfinite(expected)) return;
  const double difference = std::fabs(got - expected);
  result.max_absolute = std::fmax(result.max_absolute, difference);
  if (expected != 0) result.max_relative = std::fmax(result.max_relative, difference / std::fabs(expected));
}

template <typename Codec>
void compare_all(const char* output, const std::vector<double>& expected, const std::vector<double>& slack,
                 Comparison& result) {
  double worst = 0;
  for (uint64_t i = 0; i < expected.size(); ++i) {
    typename Codec::Stored stored;
    std::memcpy(&stored, output + i * sizeof stored, sizeof stored);
    const double got = Codec::decode(stored);
    count_kind(got, expected[i], result);
    const double beyond = excess<Codec>(got, expected[i], slack.empty() ? 0 : slack[i], result.tolerance);
    if (!(beyond > 0)) continue;
    ++result.mismatches;
    if (!result.first) result.first = Mismatch{i, got, expected[i]};
    if (beyond > worst) worst = beyond, result.worst = Mismatch{i, got, expected[i]};
  }
}

}  // namespace

Result<Comparison> compare_output(ElementType type, std::string_view output, const std::vector<double>& expected,
                                  const PrecisionRule& precision, const std::vector<double>& slack) {
  if (output.size() != expected.size() * bytes_of(type)) {
    return failed(fmt::format("the output has {} bytes, and {} elements of {} are expected", output.size(),
                              expected.size(), name_of(type)));
  }
  Comparison result;
  result.count = expected.size();
  result.tolerance = tolerance_of(precision, expected);
  with_codec(type, [&](auto codec) { compare_all<decltype(codec)>(output.data(), expected, slack, result); });
  return result;
}

}  // namespace whet
