#include "problem/data/variant.h"

#include <algorithm>

#include "problem/data/data.h"
#include "problem/data/lone_values.h"
#include "problem/data/magnitudes.h"
#include "problem/data/value_range.h"

namespace whet {

namespace {

struct VariantRow {
  DataVariant variant;
  std::string_view name, description;
  bool in_range;  // can be made of the values of any range
  ArrayFormula (*vary)(const VariedArray& array);
};

constexpr std::array k_rows = {
    VariantRow{DataVariant::scaled, "scaled", "all values 16 times as large", false, scale_up},
    VariantRow{DataVariant::small, "small", "all values up to 1024 times smaller", false, scale_down},
    VariantRow{DataVariant::shifted, "shifted", "a large number added to all values", false, shift},
    VariantRow{DataVariant::lone_large, "lone large values", "one large value in each row, at places that differ", true,
               put_large},
    VariantRow{DataVariant::lone_low, "lone low values", "one large negative or lowest value in each row", true,
               put_low},
    VariantRow{DataVariant::lone_by_column, "lone values by column", "one large value in each column", true,
               put_by_column},
    VariantRow{DataVariant::harmless_prefix, "harmless prefix", "rows that begin harmless and end large", true,
               end_large},
    VariantRow{DataVariant::harmless_suffix, "harmless suffix", "rows that begin large and end harmless", true,
               begin_large},
    VariantRow{DataVariant::all_equal, "all equal", "all values equal", true, make_equal},
    VariantRow{DataVariant::few_values, "few values", "many equal values", true, make_few},
    VariantRow{DataVariant::sorted, "sorted", "the values in ascending order", true, sort_values},
    VariantRow{DataVariant::whole_numbers, "whole numbers", "numbers whose sums are exact in any order", true,
               make_whole},
    VariantRow{DataVariant::neighbours, "neighbours", "values that differ in their last bits alone", true,
               make_neighbours},
    VariantRow{DataVariant::mixed_magnitudes, "mixed magnitudes", "a magnitude of its own in each row", false,
               mix_magnitudes},
    VariantRow{DataVariant::huge, "huge values", "values near the end of what the type and the original can hold",
               false, make_huge},
    VariantRow{DataVariant::tiny, "tiny values", "values near the smallest that the type and the original can hold",
               false, make_tiny},
    VariantRow{DataVariant::huge_halves, "huge halves",
               "halves near the end of what their type and the original can hold", false, make_huge},
    VariantRow{DataVariant::infinities, "infinities", "infinities, denormal numbers and -0 at some places", false,
               put_infinities},
    VariantRow{DataVariant::nans, "NaNs", "NaNs at some places", false, put_nans},
};

const VariantRow& row(DataVariant variant) {
  return k_rows[static_cast<size_t>(variant)];
}

// Halves and smaller types have no exponents left above `scaled`, and kernels accumulate in them.
bool has_many_exponents(ElementType type) {
  return type == ElementType::f32 || type == ElementType::f64 || type == ElementType::bf16;
}

bool has_columns(const ResolvedArgument& argument) {
  return argument.shape.size() > 1 && argument.shape.back() > 1 && argument.shape.back() < argument.count;
}

std::vector<uint64_t> in_order(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::vector<uint64_t> table;
  for (const double value : values) table.push_back(formula::bits_of(value));
  return table;
}

std::vector<double> every_value(const ResolvedArgument& argument, const std::string& bytes, uint64_t step) {
  const uint64_t size = bytes_of(argument.type);
  std::vector<double> values;
  for (uint64_t i = 0; i < argument.count; i += step)
    values.push_back(decode_element(argument.type, bytes.data() + i * size));
  return values;
}

}  // namespace

std::string_view name_of(DataVariant variant) {
  return row(variant).name;
}

std::string_view description_of(DataVariant variant) {
  return row(variant).description;
}

bool is_beyond(DataVariant variant) {
  return variant == DataVariant::infinities || variant == DataVariant::nans;
}

bool is_asked_once(DataVariant variant) {
  return is_beyond(variant) || variant == DataVariant::neighbours || variant == DataVariant::mixed_magnitudes ||
         has_reach(variant);
}

bool has_reach(DataVariant variant) {
  return variant == DataVariant::huge || variant == DataVariant::tiny || variant == DataVariant::huge_halves;
}

bool is_for_pointwise(DataVariant variant) {
  return variant == DataVariant::huge_halves;
}

bool is_ordered(DataVariant variant) {
  return variant == DataVariant::sorted;
}

bool applies(DataVariant variant, const ResolvedArgument& argument) {
  if (!argument.is_read()) return false;
  if (variant == DataVariant::lone_by_column && !has_columns(argument)) return false;
  if (is_for_pointwise(variant) && argument.type != ElementType::f16) return false;
  const bool needs_many = has_reach(variant) || variant == DataVariant::mixed_magnitudes;
  if (needs_many && !is_for_pointwise(variant) && !has_many_exponents(argument.type)) return false;
  if (argument.fill.kind == FillKind::uniform) return row(variant).in_range;
  const bool has_infinity = argument.type != ElementType::e4m3;
  return argument.fill.kind == FillKind::normal && is_floating(argument.type) &&
         (variant != DataVariant::infinities || has_infinity);
}

std::optional<ArrayRecipe> variant_recipe(DataVariant variant, const ResolvedArgument& argument, uint64_t seed,
                                          double reach, const GatherValues& gather) {
  if (!applies(variant, argument) || argument.count == 0) return std::nullopt;
  const formula::Field field{value_range(argument), rows_of(argument), argument.count, seed};
  ArrayRecipe recipe{argument.type, row(variant).vary({field, argument.type, reach})};
  if (recipe.formula.kind == FormulaKind::sorted) recipe.tables = in_order(gather(recipe.formula.sorted.times));
  return recipe;
}

std::string varied(DataVariant variant, const ResolvedArgument& argument, uint64_t seed, const std::string& bytes,
                   double reach) {
  const auto gather = [&](uint64_t step) { return every_value(argument, bytes, step); };
  const auto recipe = variant_recipe(variant, argument, seed, reach, gather);
  return recipe ? made(*recipe, {bytes}) : bytes;
}

}  // namespace whet
