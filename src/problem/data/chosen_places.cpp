#include "problem/data/chosen_places.h"

#include <algorithm>

namespace whet {

ArrayRecipe cells_recipe(const ResolvedArgument& argument, const Rows& rows, uint64_t seed, uint64_t turn) {
  const formula::Field field{value_range(argument), rows, argument.count, seed};
  return {argument.type, formula_of(FormulaKind::cells, &ArrayFormula::cells, argument.count, {field, turn})};
}

ArrayRecipe places_recipe(const ResolvedArgument& argument, const std::vector<uint64_t>& places, uint64_t seed,
                          uint64_t turn) {
  const Rows rows = rows_of(argument);
  const formula::ListedPlaces content{{value_range(argument), rows, argument.count, seed},
                                      turn,
                                      places.size(),
                                      rows.are_real ? rows.count : 1,
                                      rows.are_real ? rows.length : argument.count};
  ArrayRecipe recipe{argument.type, formula_of(FormulaKind::places, &ArrayFormula::places, argument.count, content),
                     places};
  recipe.tables.insert(recipe.tables.end(), places.begin(), places.end());
  std::sort(recipe.tables.begin() + static_cast<std::ptrdiff_t>(places.size()), recipe.tables.end());
  return recipe;
}

}  // namespace whet
