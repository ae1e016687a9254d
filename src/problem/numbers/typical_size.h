// How large the numbers of an array usually are, near each of its elements: what no few of them, however large, can
// raise. A median of what is not zero, over the whole array, over the element's row and over its column.
//
//   1 -2 1 1e9 : about 1.5 everywhere, where the root mean square would be 5e8
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

namespace whet {

class TypicalSize {
 public:
  // `values` must outlive it. Rows run along the last axis of `shape`; an array without several rows is cut into
  // pieces.
  TypicalSize(const std::vector<double>& values, const std::vector<uint64_t>& shape);

  double whole() const { return whole_; }
  // The largest of the three; safe from several threads.
  double at(uint64_t i) const;

 private:
  void look_closer() const;

  const std::vector<double>& values_;
  uint64_t row_length_ = 1, column_count_ = 1;  // rows may be pieces; columns are of the last axis
  double whole_ = 0;
  mutable std::once_flag looked_;
  mutable std::vector<double> rows_, columns_;
};

}  // namespace whet
