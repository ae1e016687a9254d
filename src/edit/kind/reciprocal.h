// Divisions in a loop by a float that stays the same become products with its reciprocal.
//
//   for (...) y[i] = x[i] / norm;   ->   const float norm_inverse = 1.0f / norm;  for (...) y[i] = x[i] * norm_inverse;
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit reciprocal_edit();

}  // namespace whet::edit
