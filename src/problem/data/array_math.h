// What the judge wants to know of whole arrays, found where they lie: here on the host; device/device_arrays.h has the
// same for arrays on a GPU.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/data/number_array.h"
#include "problem/numbers/compare.h"

namespace whet {

// How far results may have moved because of rounding, as a rule for what is added to their tolerance.
struct SlackRule {
  double multiple = 1;
  std::vector<uint64_t> shape = {};  // outermost first
  bool in_doubles = false;           // else it is kept in floats, which take less room
};

class ArrayMath {
 public:
  virtual ~ArrayMath() = default;

  // `slack` adds to the tolerance of each element; empty: nothing.
  virtual Result<Comparison> compare(const NumberArray& output, const NumberArray& expected, const CompareRule& rule,
                                     const NumberArray& slack = {});
  virtual Result<formula::RangePart> range(const NumberArray& array);
  // Every `step`-th value from the first one on.
  virtual Result<std::vector<double>> every(const NumberArray& array, uint64_t step);
  virtual Result<double> value(const NumberArray& array, uint64_t i);
  // Which of these values, in order, stand in the array.
  virtual Result<std::vector<bool>> find(const NumberArray& array, const std::vector<double>& values);
  // How elements of two arrays of one type differ, bit by bit.
  virtual Result<formula::MaskedPart> masked(const NumberArray& first, const NumberArray& second, uint64_t mask);
  // A slack, empty at first, made larger where an answer moved.
  virtual Result<NumberArray> widened(NumberArray slack, const NumberArray& expected, const NumberArray& moved,
                                      const SlackRule& rule);

  // How large the numbers usually are: a median of some of those that are not zero (numbers/typical_size.h).
  Result<double> typical(const NumberArray& array);
};

// The one for the host, which has no state.
ArrayMath& host_math();

}  // namespace whet
