// How large the values of a line usually are: the median of those that are not zero, and what range they span.
#pragma once

#include "problem/formula/bilingual.h"

namespace whet::formula {

inline constexpr uint64_t k_most_of_line = 64, k_room_of_line = 2 * k_most_of_line;
inline constexpr double k_root_mean_square_of_median = 1.5;  // of normal numbers

// Among at most about `most` of `count` values, spread evenly. Odd, so that no period of two is missed.
WHET_BOTH uint64_t step_among(uint64_t count, uint64_t most_values) {
  return most(uint64_t{1}, count / most_values) | 1;
}

// The lines of an array: rows, columns or pieces.
struct Lines {
  uint64_t count = 0, values = 0;  // lines, and elements of the array
  uint64_t length = 1;             // of a line; the last one may be shorter
  uint64_t between = 1, stride = 1;
};

// The middle of at most k_room_of_line sizes, by insertion.
WHET_BOTH double middle_of(double* sizes, uint64_t count) {
  for (uint64_t i = 1; i < count; ++i) {
    const double size = sizes[i];
    uint64_t at = i;
    for (; at > 0 && sizes[at - 1] > size; --at) sizes[at] = sizes[at - 1];
    sizes[at] = size;
  }
  return sizes[count / 2];
}

template <typename Read>
WHET_BOTH double typical_of_line(const Lines& lines, uint64_t line, const Read& value) {
  const uint64_t first = line * lines.between;
  const uint64_t length = lines.stride == 1 ? least(lines.length, lines.values - first) : lines.length;
  const uint64_t step = step_among(length, k_most_of_line);
  double sizes[k_room_of_line];
  uint64_t count = 0;
  for (uint64_t i = 0; i < length; i += step) {
    const double size = magnitude(value(first + i * lines.stride));
    if (size > 0 && is_finite(size)) sizes[count++] = size;
  }
  return count == 0 ? 0 : k_root_mean_square_of_median * middle_of(sizes, count);
}

// The lowest and highest finite values, and whether there are others.
struct RangePart {
  double low = double_of(uint64_t{0x7ff} << 52), high = -double_of(uint64_t{0x7ff} << 52);
  uint64_t specials = 0;

  WHET_BOTH void consider(double value) {
    if (!is_finite(value)) {
      ++specials;
      return;
    }
    if (value < low) low = value;
    if (value > high) high = value;
  }
  WHET_BOTH void add(const RangePart& other) {
    if (other.low < low) low = other.low;
    if (other.high > high) high = other.high;
    specials += other.specials;
  }
};

}  // namespace whet::formula
