// Compares an output with the expected values.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "problem/numbers/element_type.h"
#include "problem/numbers/precision.h"
#include "util/result.h"

namespace whet {

struct Mismatch {
  uint64_t index = 0;
  double got = 0, expected = 0;
};

// The element that came closest to its tolerance, or exceeded it most.
struct Closest {
  Mismatch element;
  double difference = 0, allowed = 0;
};

struct Comparison {
  uint64_t count = 0;
  uint64_t mismatches = 0;
  std::optional<Mismatch> first, worst;  // worst: farthest outside its tolerance
  std::optional<Closest> closest;        // among finite elements; absent if all are equal
  double max_absolute = 0;               // over elements where both are finite
  double max_relative = 0;               // over those whose expected value is not 0
  uint64_t nans = 0, infinities = 0;     // in the output
  uint64_t unexpected_nans = 0;          // where a number is expected; often an element that was not written
  Tolerance tolerance;

  bool equal() const { return mismatches == 0; }
};

// How an output is compared.
struct CompareRule {
  PrecisionRule precision = {};
  std::vector<uint64_t> shape = {};  // outermost first; empty: one row
  std::vector<double> slack = {};    // added to the tolerance of each element; empty: nothing
};

// An element agrees if |out - expected| <= absolute + relative * |expected|, where the absolute part depends on the
// typical size in the array, the element's row or its column (problem/numbers/typical_size.h). NaN agrees with NaN. An
// infinity agrees with a number that the output's type cannot hold, within the tolerance.
Result<Comparison> compare_output(ElementType type, std::string_view output, const std::vector<double>& expected,
                                  const CompareRule& rule);

}  // namespace whet
