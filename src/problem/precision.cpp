#include "problem/precision.h"

#include <array>
#include <cmath>
#include <vector>

#include "util/parallel.h"

namespace whet {

namespace {

struct PrecisionRow {
  PrecisionClass precision;
  std::string_view name;
  double share;
};

// Wide enough for sums of several thousand terms in any order, and narrow enough to tell a class from the next: a
// product in tf32 is off by up to 2e-3 of the root mean square, and one with an fp16 result by 5e-4 of the value.
constexpr std::array k_precisions = {
    PrecisionRow{PrecisionClass::exact, "exact", 0},  PrecisionRow{PrecisionClass::fp32, "fp32", 5e-5},
    PrecisionRow{PrecisionClass::tf32, "tf32", 5e-3}, PrecisionRow{PrecisionClass::fp16, "fp16", 5e-3},
    PrecisionRow{PrecisionClass::bf16, "bf16", 2e-2}, PrecisionRow{PrecisionClass::fp8, "fp8", 0.15},
};

const PrecisionRow& row(PrecisionClass precision) {
  return k_precisions[static_cast<size_t>(precision)];
}

// Of the finite ones.
double root_mean_square(const std::vector<double>& values) {
  constexpr uint64_t k_part = 1 << 16;
  struct Part {
    double sum = 0;
    uint64_t count = 0;
  };
  std::vector<Part> parts((values.size() + k_part - 1) / k_part);
  for_parts(values.size(), k_part, [&](uint64_t number, uint64_t begin, uint64_t end) {
    Part part;
    for (uint64_t i = begin; i < end; ++i) {
      if (std::isfinite(values[i])) part.sum += values[i] * values[i], ++part.count;
    }
    parts[number] = part;
  });
  Part all;
  for (const Part& part : parts) all.sum += part.sum, all.count += part.count;
  return all.count && std::isfinite(all.sum) ? std::sqrt(all.sum / static_cast<double>(all.count)) : 0;
}

}  // namespace

std::optional<PrecisionClass> parse_precision(std::string_view name) {
  for (const PrecisionRow& candidate : k_precisions) {
    if (candidate.name == name) return candidate.precision;
  }
  return std::nullopt;
}

std::string_view name_of(PrecisionClass precision) {
  return row(precision).name;
}

std::vector<std::string> precision_names() {
  std::vector<std::string> names;
  for (const PrecisionRow& candidate : k_precisions) names.emplace_back(candidate.name);
  return names;
}

PrecisionClass precision_of(ElementType type) {
  switch (type) {
    case ElementType::f32:
    case ElementType::f64:
      return PrecisionClass::fp32;
    case ElementType::f16:
      return PrecisionClass::fp16;
    case ElementType::bf16:
      return PrecisionClass::bf16;
    case ElementType::e4m3:
    case ElementType::e5m2:
      return PrecisionClass::fp8;
    default:
      return PrecisionClass::exact;
  }
}

Tolerance tolerance_of(const PrecisionRule& rule, const std::vector<double>& expected) {
  const double share = row(rule.precision).share;
  const double scale = rule.absolute || share == 0 ? 0 : root_mean_square(expected);
  return {rule.absolute.value_or(share * scale), rule.relative.value_or(share)};
}

}  // namespace whet
