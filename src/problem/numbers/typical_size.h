// The typical magnitude of an array's numbers near each element, which a few large outliers cannot raise: a median of
// the nonzero values over the whole array, over the element's row and over its column.
//
//   1 -2 1 1e9 : about 1.5 everywhere, while the root mean square is 5e8
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace whet {

class TypicalSize {
 public:
  // `values` must outlive it. Rows run along the last axis of `shape`. An array without several rows is divided into
  // pieces.
  TypicalSize(const std::vector<double>& values, const std::vector<uint64_t>& shape);

  double whole() const { return whole_; }
  // The largest of the three; thread-safe.
  double at(uint64_t i) const;

 private:
  void look_closer() const;

  const std::vector<double>& values_;
  uint64_t row_length_ = 1, column_count_ = 1;  // rows may be pieces; columns are along the last axis
  double whole_ = 0;
  mutable std::once_flag looked_;
  mutable std::vector<double> rows_, columns_;
};

}  // namespace whet
