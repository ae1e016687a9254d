// A chain of products in one kernel on tensor cores (mma.sync, sm_80 and later): a block computes a slice of the hidden
// values of its rows, which stay in registers, where they become an operand of the outer product.
#pragma once

#include "write/schedule/hidden_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct TensorChainNumbers {
  int64_t tile_m = 64, tile_n = 64;  // rows and columns of a block
  int64_t tile_k = 64;               // terms of hidden values in shared memory at a time
  int64_t slice = 128;               // hidden values of a row or a column at a time
  int64_t own = 32;                  // rows of a warp, or columns where the hidden values are the right operand
  int64_t shares = 4;                // warps that have the same of them, and hidden values of their own
  int64_t stages = 3;                // tiles of the hidden values' weights in shared memory
  int64_t held = 4;                  // tiles of their other operand that stay there, at least `stages`
  int64_t group = 8;                 // tiles below each other that run side by side

  int64_t threads(bool is_left) const { return (is_left ? tile_m : tile_n) / own * shares * 32; }
  // Of shared memory; `sums` make a hidden value.
  int64_t shared_bytes(bool is_left, int64_t sums) const;
  // Whether every GPU from sm_80 on has so much.
  bool fits(bool is_left, int64_t sums) const;
};

struct TensorChainPlan {
  ChainPlan chain;
  HiddenPlan hidden;
};

// The plan of a chain that tensor cores have a form for.
Result<TensorChainPlan> plan_tensor_chain(const Subject& subject, const Nest& nest);

// For halves and bfloats as they are in memory, where hidden values may be rounded to them. An error says why this
// meaning is none.
Result<WrittenKernel> write_tensor_chain(const Subject& subject, const Nest& nest, const TensorChainNumbers& numbers);

}  // namespace whet::write
