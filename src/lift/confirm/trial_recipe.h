// What the arrays of a trial hold, by how the meaning uses them.
#pragma once

#include "lift/evaluate/lazy_array.h"
#include "lift/evaluate/parameter_use.h"

namespace whet::lift {

// For the parameter with this number; the limit of indices is left to the caller. `set` varies the numbers.
ArrayRecipe recipe_of(const ParameterUse& use, size_t number, Flavour flavour, int set);

}  // namespace whet::lift
