// Each thread does the work of several threads that are a block apart, so that several loads are under way at once:
// what a block does becomes a loop over that many blocks of the original, and the grid shrinks.
//
//   int i = blockIdx.x * blockDim.x + threadIdx.x;      for (int item = 0; item < 4; ++item) {
//   if (i < n) y[i] = f(x[i]);                    ->      int i = (blockIdx.x * 4 + item) * blockDim.x + threadIdx.x;
//                                                         if (i < n) y[i] = f(x[i]);
//                                                       }
//
// The guard `i < n` keeps the blocks away that the original grid does not have.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit coarsen_edit(int64_t items);

}  // namespace whet::edit
