#include "problem/numbers/typical_size.h"

#include <algorithm>
#include <cmath>

namespace whet {

namespace {

constexpr uint64_t k_piece = 64, k_shortest_row = 16;
constexpr uint64_t k_most_of_whole = 1 << 14, k_most_of_line = 64;
constexpr double k_root_mean_square_of_median = 1.5;  // for normally distributed numbers

// The median of the nonzero values among at most `most` of `count` values, spread evenly.
double typical_of(const double* values, uint64_t count, uint64_t stride, uint64_t most, std::vector<double>& sizes) {
  sizes.clear();
  // Odd, so that it does not skip every second value of an alternating pattern.
  const uint64_t step = std::max<uint64_t>(1, count / most) | 1;
  for (uint64_t i = 0; i < count; i += step) {
    const double size = std::fabs(values[i * stride]);
    if (size > 0 && std::isfinite(size)) sizes.push_back(size);
  }
  if (sizes.empty()) return 0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return k_root_mean_square_of_median * *middle;
}

}  // namespace

TypicalSize::TypicalSize(const std::vector<double>& values, const std::vector<uint64_t>& shape) : values_(values) {
  const uint64_t last = shape.empty() ? values.size() : shape.back();
  const bool has_rows = last > 0 && last < values.size() && values.size() % last == 0;
  column_count_ = has_rows ? last : 1;
  row_length_ = has_rows && last >= k_shortest_row ? last : k_piece;
  std::vector<double> sizes;
  whole_ = typical_of(values.data(), values.size(), 1, k_most_of_whole, sizes);
}

void TypicalSize::look_closer() const {
  std::vector<double> sizes;
  for (uint64_t first = 0; first < values_.size(); first += row_length_) {
    const uint64_t length = std::min<uint64_t>(row_length_, values_.size() - first);
    rows_.push_back(typical_of(values_.data() + first, length, 1, k_most_of_line, sizes));
  }
  for (uint64_t column = 0; column_count_ > 1 && column < column_count_; ++column)
    columns_.push_back(
        typical_of(values_.data() + column, values_.size() / column_count_, column_count_, k_most_of_line, sizes));
}

double TypicalSize::at(uint64_t i) const {
  std::call_once(looked_, [this] { look_closer(); });
  const double row = rows_[i / row_length_], column = columns_.empty() ? 0 : columns_[i % column_count_];
  return std::fmax(whole_, std::fmax(row, column));
}

}  // namespace whet
