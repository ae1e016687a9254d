// The accuracy that a result must have, by class.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/numbers/element_type.h"

namespace whet {

enum class PrecisionClass : uint8_t { exact, fp64, fp32, tf32, fp16, bf16, fp8 };

std::optional<PrecisionClass> parse_precision(std::string_view name);
std::string_view name_of(PrecisionClass precision);
std::vector<std::string> precision_names();

// |out - expected| <= absolute + relative * |expected|
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};

// What a problem says about precision; the rest follows from the class.
struct PrecisionRule {
  PrecisionClass precision = PrecisionClass::fp32;
  std::optional<double> absolute, relative;
  std::optional<double> share;  // replaces that of the class
};

// The class of results that an output of this type can hold: exact for integers, fp64 for f64.
PrecisionClass precision_of(ElementType type);

// The fraction of a value, and of the typical size around it, that is allowed.
double share_of(const PrecisionRule& rule);

// The class's share, once of each expected value and once of their typical size. So sums near zero are judged by the
// size of the terms, and scaling the data changes nothing:
//   fp32, expected values around 100: absolute 5e-5 * 100, relative 5e-5
// It is never less than the rounding error of storing a result in `type`, nor than the smallest number that is not
// flushed to zero.
Tolerance tolerance_of(const PrecisionRule& rule, ElementType type, double typical);

}  // namespace whet
