// The threads' axes x and y are exchanged, in the kernel and in its launch, where neighbouring threads touch elements
// that are far apart and threads above each other touch neighbouring ones.
//
//   int row = blockIdx.x * blockDim.x + threadIdx.x;   ->   int row = blockIdx.y * blockDim.y + threadIdx.y;
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit exchange_axes_edit();

}  // namespace whet::edit
