// Numbers without the suffix f make float code compute in double precision: they get it, and so do functions of
// <math.h> whose names are those for doubles.
//
//   x[i] * 0.5 + exp(-x[i] * 1e-3)   ->   x[i] * 0.5f + expf(-x[i] * 1e-3f)
//
// A function that says `double` means it, and is left alone.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit single_precision_edit();

}  // namespace whet::edit
