#include "problem/variant.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "problem/data.h"

namespace whet {

namespace {

struct VariantRow {
  DataVariant variant;
  std::string_view name, description;
  bool keeps_values;  // rearranges: right for any fill
};

constexpr std::array k_rows = {
    VariantRow{DataVariant::scaled, "scaled", "all values 16 times as large", false},
    VariantRow{DataVariant::small, "small", "all values divided by 1024", false},
    VariantRow{DataVariant::shifted, "shifted", "4 added to all values", false},
    VariantRow{DataVariant::heavy_tailed, "heavy-tailed", "the cubes of all values", false},
    VariantRow{DataVariant::amplified_suffix, "amplified suffix", "values behind a secret place 64 times as large",
               false},
    VariantRow{DataVariant::ramp, "ramp", "a ramp in the place of random values", false},
    VariantRow{DataVariant::few_values, "few values", "many equal values", true},
    VariantRow{DataVariant::sorted, "sorted", "the values in ascending order", true},
};

const VariantRow& row(DataVariant variant) {
  return k_rows[static_cast<size_t>(variant)];
}

double ramp(size_t i) {
  return static_cast<double>(i % 97) / 24 - 2;  // -2 to 2, with ties
}

void vary(DataVariant variant, uint64_t seed, std::vector<double>& values) {
  const size_t count = values.size(), kinds = std::min<size_t>(4, count);
  const size_t suffix = count / 2 + random_bits(seed, 0) % (count / 2 + 1) * 3 / 4;
  const std::vector<double> chosen(values.begin(), values.begin() + static_cast<ptrdiff_t>(kinds));
  if (variant == DataVariant::sorted) return std::sort(values.begin(), values.end());
  for (size_t i = 0; i < count; ++i) {
    double& x = values[i];
    if (variant == DataVariant::scaled) x *= 16;
    if (variant == DataVariant::small) x /= 1024;
    if (variant == DataVariant::shifted) x += 4;
    if (variant == DataVariant::heavy_tailed) x = x * x * x;
    if (variant == DataVariant::amplified_suffix && i >= suffix) x *= 64;
    if (variant == DataVariant::ramp) x = ramp(i);
    if (variant == DataVariant::few_values) x = chosen[random_bits(seed, i) % kinds];
  }
}

}  // namespace

std::string_view name_of(DataVariant variant) {
  return row(variant).name;
}

std::string_view description_of(DataVariant variant) {
  return row(variant).description;
}

bool applies(DataVariant variant, const ResolvedArgument& argument) {
  if (argument.is_scalar || argument.role == ArgumentRole::out || argument.role == ArgumentRole::scratch) return false;
  if (argument.fill.kind == FillKind::normal) return is_floating(argument.type);
  return row(variant).keeps_values && argument.fill.kind == FillKind::uniform;
}

std::string varied(DataVariant variant, const ResolvedArgument& argument, uint64_t seed, const std::string& bytes) {
  if (!applies(variant, argument)) return bytes;
  std::vector<double> values = decode_elements(argument.type, bytes);
  if (!values.empty()) vary(variant, seed, values);
  return encode_elements(argument.type, values);
}

}  // namespace whet
