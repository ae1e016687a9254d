// How large the numbers of an array usually are, near each of its elements: what no few of them, however large, can
// raise. A median of what is not zero, over the whole array, over the element's row and over its column.
//
//   1 -2 1 1e9 : about 1.5 everywhere, where the root mean square would be 5e8
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "problem/formula/typical.h"

namespace whet {

// Rows run along the last axis of a shape; an array without several rows is cut into pieces and has no columns.
struct ArrayLines {
  formula::Lines rows, columns;
};
ArrayLines lines_of(uint64_t count, const std::vector<uint64_t>& shape);

// The distance of the values whose median stands for the whole array, and what is usual among them.
uint64_t step_of_whole(uint64_t count);
double typical_of(const std::vector<double>& sampled);
// What is usual in each line; nothing where there are none.
std::vector<double> typical_of_lines(const std::vector<double>& values, const formula::Lines& lines);

class TypicalSize {
 public:
  // `values` must outlive it.
  TypicalSize(const std::vector<double>& values, const std::vector<uint64_t>& shape);

  double whole() const { return whole_; }
  // The largest of the three; safe from several threads.
  double at(uint64_t i) const;

 private:
  const std::vector<double>& values_;
  ArrayLines lines_;
  double whole_ = 0;
  mutable std::once_flag looked_;
  mutable std::vector<double> rows_, columns_;
};

}  // namespace whet
