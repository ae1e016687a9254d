// Pointers that do not alias say so, and arrays that are only read are const: loads no longer wait behind stores, and
// those of const arrays take the read-only path.
//
//   float* x, float* y      ->   const float* __restrict__ x, float* __restrict__ y
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit restrict_edit();

}  // namespace whet::edit
