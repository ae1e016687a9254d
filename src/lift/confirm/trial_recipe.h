// What the arrays of a trial hold, by how the meaning uses them.
#pragma once

#include "lift/evaluate/lazy_array.h"
#include "lift/evaluate/parameter_use.h"

namespace whet::lift {

// What data they hold: `set` varies the numbers, `asked` is what the kernel compares with.
struct TrialData {
  Flavour flavour = Flavour::fractions;
  int set = 0;
  const AskedValues* asked = nullptr;
};

// For the parameter with this number; the limit of indices is left to the caller.
ArrayRecipe recipe_of(const ParameterUse& use, size_t number, const TrialData& data);

}  // namespace whet::lift
