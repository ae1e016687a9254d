// An output against what it should be.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "problem/formula/comparison.h"
#include "problem/formula/typical.h"
#include "problem/numbers/element_type.h"
#include "problem/numbers/precision.h"
#include "util/result.h"

namespace whet {

struct Mismatch {
  uint64_t index = 0;
  double got = 0, expected = 0;
};

// The element whose difference is the largest share of what is allowed there, within it or beyond it.
struct Closest {
  Mismatch element;
  double difference = 0, allowed = 0;
};

struct Comparison {
  uint64_t count = 0;
  uint64_t mismatches = 0;
  std::optional<Mismatch> first, worst;  // worst: farthest outside its tolerance
  std::optional<Closest> closest;        // of the finite ones; none where all agree exactly
  double max_absolute = 0;               // over elements where both are finite
  double max_relative = 0;               // of those, where something other than 0 is expected
  uint64_t nans = 0, infinities = 0;     // in the output
  uint64_t unexpected_nans = 0;          // where a number is expected: often an element nobody wrote
  Tolerance tolerance;

  bool equal() const { return mismatches == 0; }
};

// How an output is compared.
struct CompareRule {
  PrecisionRule precision = {};
  std::vector<uint64_t> shape = {};  // outermost first; empty: one row
};

// An output and what is expected of it, in the memory of the host or of a device.
class ComparedArrays {
 public:
  virtual ~ComparedArrays() = default;
  // Every `step`-th expected value from the first one on.
  virtual Result<std::vector<double>> expected_values(uint64_t step) = 0;
  // Finds out how large the expected values of each row and column usually are; `compare` then takes it into account.
  virtual Result<void> measure(const formula::Lines& rows, const formula::Lines& columns) = 0;
  virtual Result<formula::ComparedPart> compare(formula::Allowance allowance) = 0;
  virtual Result<Mismatch> element(uint64_t i) = 0;
};

// An element agrees when |out - expected| <= absolute + relative * |expected|, with the absolute part by what is usual
// in the array, the element's row or its column (problem/numbers/typical_size.h). A NaN agrees with a NaN; an infinity
// with whatever the output's type cannot hold in that direction, within the tolerance.
Result<Comparison> compare_arrays(ElementType type, uint64_t count, const CompareRule& rule, ComparedArrays& arrays);

// `slack` adds to the tolerance of each element; empty: nothing.
Result<Comparison> compare_output(ElementType type, std::string_view output, const std::vector<double>& expected,
                                  const CompareRule& rule, const std::vector<double>& slack = {});

}  // namespace whet
