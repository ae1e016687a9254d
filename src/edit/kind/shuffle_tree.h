// The last five steps of a reduction tree in shared memory are done by shuffles of one warp, without barriers.
//
//   for (int s = blockDim.x / 2; s > 0; s >>= 1) {
//     if (t < s) sums[t] += sums[t + s];
//     __syncthreads();
//   }
//   if (t == 0) out[blockIdx.x] = sums[0];
//
// The pairs that are combined stay the same, so that the result has the same bits.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit shuffle_tree_edit();

}  // namespace whet::edit
