#include "lift/confirm/trial_recipe.h"

namespace whet::lift {
namespace {

ArrayRecipe::Kind recipe_kind(const ParameterUse& use) {
  if (use.bounds_ranges) return ArrayRecipe::Kind::offsets;
  if (use.indexes_stores) return ArrayRecipe::Kind::permutation;
  return use.indexes_loads ? ArrayRecipe::Kind::indices : ArrayRecipe::Kind::numbers;
}

}  // namespace

ArrayRecipe recipe_of(const ParameterUse& use, size_t number, const TrialData& data) {
  return {recipe_kind(use),
          data.flavour,
          use.bytes,
          use.is_unsigned,
          use.is_bfloat,
          use.is_bool,
          !use.is_read_as_real(),
          use.holds_numbers,
          0,
          0x5eedull * (number + 1) + static_cast<uint64_t>(data.set) * 7919 + static_cast<uint64_t>(data.flavour),
          data.asked};
}

}  // namespace whet::lift
