#include "problem/numbers/compare.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "problem/numbers/codec.h"
#include "problem/numbers/typical_size.h"
#include "util/parallel.h"

namespace whet {

namespace {

constexpr double k_far = std::numeric_limits<double>::infinity();
constexpr uint64_t k_part = 1 << 16;  // elements that a thread compares at a time

// The result for some of the elements, and how far outside its tolerance the worst one is.
struct Part {
  Comparison found;
  double beyond = 0;

  void consider(const Closest& other) {
    const std::optional<Closest>& best = found.closest;
    if (!best || other.difference * best->allowed > best->difference * other.allowed) found.closest = other;
  }
  void add(const Mismatch& mismatch, double excess) {
    ++found.mismatches;
    if (!found.first) found.first = mismatch;
    if (excess > beyond) beyond = excess, found.worst = mismatch;
  }
  // Adds the result for the elements that follow.
  void add(const Part& later) {
    found.mismatches += later.found.mismatches;
    found.nans += later.found.nans;
    found.infinities += later.found.infinities;
    found.unexpected_nans += later.found.unexpected_nans;
    found.max_absolute = std::fmax(found.max_absolute, later.found.max_absolute);
    found.max_relative = std::fmax(found.max_relative, later.found.max_relative);
    if (!found.first) found.first = later.found.first;
    if (later.beyond > beyond) beyond = later.beyond, found.worst = later.found.worst;
    if (later.found.closest) consider(*later.found.closest);
  }
};

// The tolerance of each element.
struct Allowance {
  Tolerance tolerance;
  double share_of_typical = 0;  // 0: the absolute part is the same everywhere
  const TypicalSize& typical;
  const std::vector<double>& slack;

  double least(uint64_t i, double size) const {
    return tolerance.absolute + tolerance.relative * size + (slack.empty() ? 0 : slack[i]);
  }
  // Rows and columns are examined only if the typical size of the whole array is not enough.
  double at(uint64_t i, double size) const {
    const double more = share_of_typical > 0 ? share_of_typical * (typical.at(i) - typical.whole()) : 0;
    return least(i, size) + more;
  }
};

// Compares two elements of which at least one is not finite.
template <typename Codec>
void compare_special(const Mismatch& pair, const Allowance& allowance, Part& part) {
  const auto [index, got, expected] = pair;
  if (std::isnan(got)) ++part.found.nans, part.found.unexpected_nans += !std::isnan(expected);
  if (std::isinf(got)) ++part.found.infinities;
  const bool has_nan = std::isnan(got) || std::isnan(expected);
  const double room = std::isfinite(expected) ? allowance.at(index, std::fabs(expected)) : 0;
  const bool agree = has_nan ? std::isnan(got) && std::isnan(expected)
                             : got == Codec::decode(Codec::encode(expected + std::copysign(room, expected)));
  if (!agree) part.add(pair, k_far);
}

template <typename Codec>
void compare_part(const char* output, const std::vector<double>& expected, const Allowance& allowance, uint64_t begin,
                  uint64_t end, Part& part) {
  double max_absolute = 0, max_relative = 0;
  Closest closest{{}, 0, 1};
  for (uint64_t i = begin; i < end; ++i) {
    typename Codec::Stored stored;
    std::memcpy(&stored, output + i * sizeof stored, sizeof stored);
    const double got = Codec::decode(stored), wanted = expected[i], size = std::fabs(wanted);
    const double difference = std::fabs(got - wanted);
    if (!(difference < k_far)) {
      compare_special<Codec>({i, got, wanted}, allowance, part);
      continue;
    }
    if (difference == 0) continue;
    if (difference > max_absolute) max_absolute = difference;
    if (difference > max_relative * size && size > 0) max_relative = difference / size;  // avoids most divisions
    double allowed = allowance.least(i, size);
    if (difference > allowed) allowed = allowance.at(i, size);
    if (difference > allowed) part.add({i, got, wanted}, difference - allowed);
    if (difference * closest.allowed > closest.difference * allowed) closest = {{i, got, wanted}, difference, allowed};
  }
  part.found.max_absolute = max_absolute;
  part.found.max_relative = max_relative;
  if (closest.difference > 0) part.found.closest = closest;
}

}  // namespace

Result<Comparison> compare_output(ElementType type, std::string_view output, const std::vector<double>& expected,
                                  const CompareRule& rule) {
  if (output.size() != expected.size() * bytes_of(type)) {
    return failed(fmt::format("the output has {} bytes, and {} elements of {} are expected", output.size(),
                              expected.size(), name_of(type)));
  }
  const TypicalSize typical(expected, rule.shape);
  const double share = rule.precision.absolute ? 0 : share_of(rule.precision);
  Part whole;
  whole.found.count = expected.size();
  whole.found.tolerance = tolerance_of(rule.precision, type, typical.whole());
  const Allowance allowance{whole.found.tolerance, share, typical, rule.slack};
  std::vector<Part> parts((expected.size() + k_part - 1) / k_part, whole);
  with_codec(type, [&](auto codec) {
    for_parts(expected.size(), k_part, [&](uint64_t number, uint64_t begin, uint64_t end) {
      compare_part<decltype(codec)>(output.data(), expected, allowance, begin, end, parts[number]);
    });
  });
  for (const Part& part : parts) whole.add(part);
  return whole.found;
}

}  // namespace whet
