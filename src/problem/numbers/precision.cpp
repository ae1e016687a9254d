#include "problem/numbers/precision.h"

#include <algorithm>
#include <array>
#include <vector>

namespace whet {

namespace {

struct PrecisionRow {
  PrecisionClass precision;
  std::string_view name;
  double share;
};

// Wide enough for sums of several thousand terms in any order, and narrow enough to distinguish a class from the next:
// a product in tf32 is off by up to 2e-3 of the root mean square, one with an fp16 result by 5e-4 of the value. fp64
// allows as many units in its last place as fp32.
constexpr std::array k_precisions = {
    PrecisionRow{PrecisionClass::exact, "exact", 0},  PrecisionRow{PrecisionClass::fp64, "fp64", 1e-13},
    PrecisionRow{PrecisionClass::fp32, "fp32", 5e-5}, PrecisionRow{PrecisionClass::tf32, "tf32", 5e-3},
    PrecisionRow{PrecisionClass::fp16, "fp16", 5e-3}, PrecisionRow{PrecisionClass::bf16, "bf16", 2e-2},
    PrecisionRow{PrecisionClass::fp8, "fp8", 0.15},
};

const PrecisionRow& row(PrecisionClass precision) {
  return k_precisions[static_cast<size_t>(precision)];
}

// The accuracy of a type: half a unit in its last place, and the smallest number that is not lost. GPUs may flush
// subnormal numbers of f32, bf16 and f64 to zero, but never those of f16 and fp8.
struct StorageRow {
  ElementType type;
  double rounding, smallest;
};
constexpr std::array k_storage = {
    StorageRow{ElementType::f16, 0x1p-11, 0x1p-24},  StorageRow{ElementType::bf16, 0x1p-8, 0x1p-126},
    StorageRow{ElementType::f32, 0x1p-24, 0x1p-126}, StorageRow{ElementType::f64, 0x1p-53, 0x1p-1022},
    StorageRow{ElementType::e4m3, 0x1p-4, 0x1p-9},   StorageRow{ElementType::e5m2, 0x1p-3, 0x1p-16},
};

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
    case ElementType::f64:
      return PrecisionClass::fp64;
    case ElementType::f32:
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

double share_of(const PrecisionRule& rule) {
  return rule.share.value_or(row(rule.precision).share);
}

Tolerance tolerance_of(const PrecisionRule& rule, ElementType type, double typical) {
  const double share = share_of(rule);
  Tolerance tolerance{rule.absolute.value_or(share * typical), rule.relative.value_or(share)};
  for (const StorageRow& stored : k_storage) {
    if (stored.type != type || share == 0) continue;
    if (!rule.absolute) tolerance.absolute += stored.smallest;
    if (!rule.relative) tolerance.relative = std::max(tolerance.relative, stored.rounding);
  }
  return tolerance;
}

}  // namespace whet
