// An output against what it should be.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "problem/element_type.h"
#include "problem/precision.h"
#include "util/result.h"

namespace whet {

struct Mismatch {
  uint64_t index = 0;
  double got = 0, expected = 0;
};

struct Comparison {
  uint64_t count = 0;
  uint64_t mismatches = 0;
  std::optional<Mismatch> first, worst;  // worst: farthest outside its tolerance
  double max_absolute = 0;               // over elements where both are finite
  double max_relative = 0;               // of those, where something other than 0 is expected
  uint64_t nans = 0, infinities = 0;     // in the output
  uint64_t unexpected_nans = 0;          // where a number is expected: often an element nobody wrote
  Tolerance tolerance;

  bool equal() const { return mismatches == 0; }
};

// An element agrees when |out - expected| <= absolute + relative * |expected|. A NaN agrees with a NaN; an infinity
// with whatever the output's type cannot hold in that direction. `slack` adds to the tolerance of each element.
Result<Comparison> compare_output(ElementType type, std::string_view output, const std::vector<double>& expected,
                                  const PrecisionRule& precision, const std::vector<double>& slack = {});

}  // namespace whet
