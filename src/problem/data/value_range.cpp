#include "problem/data/value_range.h"

#include <algorithm>
#include <cmath>

namespace whet {

namespace {

constexpr double k_times_spread = 64;
constexpr double k_least_large = 192;  // exp() of it overflows a float
constexpr uint64_t k_most_pieces = 1024, k_shortest_piece = 64;

int significant_bits(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return 53;
    case ElementType::f16:
      return 11;
    case ElementType::bf16:
      return 8;
    case ElementType::e4m3:
      return 4;
    case ElementType::e5m2:
      return 3;
    default:
      return 24;
  }
}

double smallest_normal(ElementType type) {
  switch (type) {
    case ElementType::f64:
      return 0x1p-1022;
    case ElementType::f16:
    case ElementType::e5m2:
      return 0x1p-14;
    case ElementType::e4m3:
      return 0x1p-6;
    default:
      return is_floating(type) ? 0x1p-126 : 0;
  }
}

}  // namespace

ValueRange value_range(const ResolvedArgument& argument) {
  ValueRange range;
  range.is_whole = !is_floating(argument.type);
  range.is_free = argument.fill.kind == FillKind::normal && !range.is_whole;
  range.significant_bits = significant_bits(argument.type);
  range.smallest_normal = smallest_normal(argument.type);
  if (!range.is_free) {
    range.low = range.is_whole ? std::ceil(argument.fill.first) : argument.fill.first;
    range.high = range.is_whole ? std::floor(argument.fill.second) : argument.fill.second;
    range.spread = (range.high - range.low) / 4;
    range.centre = (range.low + range.high) / 2;
    return range;
  }
  range.centre = argument.fill.first;
  range.spread = argument.fill.second > 0 ? argument.fill.second : 1;
  const double wanted = std::max(k_least_large, k_times_spread * (std::fabs(range.centre) + range.spread));
  range.high = std::min(wanted, 0.75 * std::sqrt(largest(argument.type)));
  range.low = -range.high;
  return range;
}

Rows rows_of(const ResolvedArgument& argument) {
  const uint64_t last = argument.shape.empty() ? argument.count : argument.shape.back();
  if (last < argument.count) return {argument.count / last, last, true};
  const uint64_t pieces = std::clamp<uint64_t>(argument.count / k_shortest_piece, 1, k_most_pieces);
  const uint64_t length = (argument.count + pieces - 1) / pieces;
  return {(argument.count + length - 1) / length, length, false};
}

}  // namespace whet
