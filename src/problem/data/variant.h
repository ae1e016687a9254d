// Data that is harder than the problem's own: it catches kernels that only work for the data they were tried with.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "problem/data/array_recipe.h"
#include "problem/data/resolve.h"

namespace whet {

enum class DataVariant : uint8_t {
  scaled,
  small,
  shifted,
  lone_large,
  lone_low,
  lone_by_column,
  harmless_prefix,
  harmless_suffix,
  all_equal,
  few_values,
  sorted,
  whole_numbers,
  neighbours,
  mixed_magnitudes,
  huge,
  tiny,
  huge_halves,
  infinities,
  nans
};
inline constexpr std::array k_data_variants = {DataVariant::scaled,
                                               DataVariant::small,
                                               DataVariant::shifted,
                                               DataVariant::lone_large,
                                               DataVariant::lone_low,
                                               DataVariant::lone_by_column,
                                               DataVariant::harmless_prefix,
                                               DataVariant::harmless_suffix,
                                               DataVariant::all_equal,
                                               DataVariant::few_values,
                                               DataVariant::sorted,
                                               DataVariant::whole_numbers,
                                               DataVariant::neighbours,
                                               DataVariant::mixed_magnitudes,
                                               DataVariant::huge,
                                               DataVariant::tiny,
                                               DataVariant::huge_halves,
                                               DataVariant::infinities,
                                               DataVariant::nans};

std::string_view name_of(DataVariant variant);         // "scaled"
std::string_view description_of(DataVariant variant);  // "all values 16 times as large"
// Values that are not meaningful for every problem: used only if the original agrees with the reference on them.
bool is_beyond(DataVariant variant);
// Used for one case only, because what it shows does not depend on sizes.
bool is_asked_once(DataVariant variant);
// Scaled as far as the type and the original allow: by a fraction of the type's exponents, tried in this order. A
// candidate may overflow a little earlier than the original, so the original must stand `k_reach_margin` more.
bool has_reach(DataVariant variant);
inline constexpr std::array k_reaches = {0.8, 0.4, 0.2, 0.1};
inline constexpr double k_reach_margin = 0.1, k_farthest_room = 0.96;
constexpr double margin_beyond(double reach) {
  return reach + k_reach_margin < k_farthest_room ? k_reach_margin : k_farthest_room - reach;
}
// For types with few exponents: used only if each result depends on a single element of each input.
bool is_for_pointwise(DataVariant variant);
// Partial sums are far from the result, because the values are sorted.
bool is_ordered(DataVariant variant);

// Whether the argument is still valid in this variant. An array of normally distributed data accepts any values; one
// with a range (indices, probabilities) accepts only those of its range.
bool applies(DataVariant variant, const ResolvedArgument& argument);

// Every `step`-th value of the array as it was, from the first one on.
using GatherValues = std::function<std::vector<double>(uint64_t step)>;
// How the variant is made of the array; nothing where it does not apply. `gather` is asked for few values, if at all.
std::optional<ArrayRecipe> variant_recipe(DataVariant variant, const ResolvedArgument& argument, uint64_t seed,
                                          double reach, const GatherValues& gather);

// The array's bytes changed by the variant; `seed` chooses what is random in it. It must be the same for all variants
// of an array: the places of their largest values differ then for certain.
std::string varied(DataVariant variant, const ResolvedArgument& argument, uint64_t seed, const std::string& bytes,
                   double reach = k_reaches.front());

}  // namespace whet
