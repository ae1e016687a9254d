#include "problem/numbers/typical_size.h"

#include <algorithm>
#include <cmath>

#include "util/parallel.h"

namespace whet {

namespace {

constexpr uint64_t k_piece = 64, k_shortest_row = 16;
constexpr uint64_t k_most_of_whole = 1 << 14;
constexpr uint64_t k_lines_at_once = 1024;

}  // namespace

ArrayLines lines_of(uint64_t count, const std::vector<uint64_t>& shape) {
  const uint64_t last = shape.empty() ? count : shape.back();
  const bool has_rows = last > 0 && last < count && count % last == 0;
  const uint64_t length = has_rows && last >= k_shortest_row ? last : k_piece;
  ArrayLines lines;
  lines.rows = {(count + length - 1) / length, count, length, length, 1};
  if (has_rows && last > 1) lines.columns = {last, count, count / last, 1, last};
  return lines;
}

uint64_t step_of_whole(uint64_t count) {
  return formula::step_among(count, k_most_of_whole);
}

double typical_of(const std::vector<double>& sampled) {
  std::vector<double> sizes;
  for (const double value : sampled) {
    const double size = std::fabs(value);
    if (size > 0 && std::isfinite(size)) sizes.push_back(size);
  }
  if (sizes.empty()) return 0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return formula::k_root_mean_square_of_median * *middle;
}

std::vector<double> typical_of_lines(const std::vector<double>& values, const formula::Lines& lines) {
  std::vector<double> typical(lines.count);
  for_parts(lines.count, k_lines_at_once, [&](uint64_t, uint64_t begin, uint64_t end) {
    for (uint64_t line = begin; line < end; ++line)
      typical[line] = formula::typical_of_line(lines, line, [&](uint64_t i) { return values[i]; });
  });
  return typical;
}

TypicalSize::TypicalSize(const std::vector<double>& values, const std::vector<uint64_t>& shape)
    : values_(values), lines_(lines_of(values.size(), shape)) {
  std::vector<double> sampled;
  for (uint64_t i = 0; i < values.size(); i += step_of_whole(values.size())) sampled.push_back(values[i]);
  whole_ = typical_of(sampled);
}

double TypicalSize::at(uint64_t i) const {
  std::call_once(looked_, [this] {
    rows_ = typical_of_lines(values_, lines_.rows);
    columns_ = typical_of_lines(values_, lines_.columns);
  });
  const double row = rows_[i / lines_.rows.length], column = columns_.empty() ? 0 : columns_[i % lines_.columns.count];
  return std::fmax(whole_, std::fmax(row, column));
}

}  // namespace whet
