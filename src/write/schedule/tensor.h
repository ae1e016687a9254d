// Tensor: products of halves, bfloats and bytes on tensor cores (mma.sync, sm_80 and later), and of floats where the
// class is tf32. Tiles of both operands come to shared memory in the background, several ahead of the one in use.
#pragma once

#include "write/schedule/neighbour_terms.h"
#include "write/subject/contraction_plan.h"
#include "write/text/written.h"

namespace whet::write {

struct TensorNumbers {
  int64_t tile_m = 128, tile_n = 128;    // rows and columns of a block
  int64_t line = 64;                     // bytes of terms in shared memory at a time
  int64_t warp_m = 64, warp_n = 64;      // rows and columns of a warp
  int64_t stages = 4;                    // tiles in shared memory
  int64_t parts = 1;                     // blocks that share the terms of a tile
  int64_t group = 8;                     // tiles below each other that run side by side
  TermCopies copies = TermCopies::none;  // of operands, by kernels before

  int64_t threads() const { return tile_m / warp_m * (tile_n / warp_n) * 32; }
};

// For sums of products (contraction_plan.h) of elements as they are: 16 bits wide, or floats that may be rounded, and
// summed in float; or bytes whose sums are stored as integers. An error says why this meaning is none.
Result<WrittenKernel> write_tensor(const Subject& subject, const Nest& nest, const TensorNumbers& numbers);

// Whether the type is a floating-point number of 8 bits.
bool is_small_float(ElementType type);

// The plan of a sum that tensor cores have a form for, whose operands are plain loads.
// A sentence of the kernel's header: what tensor cores round of operands of this type, and what not.
std::string rounding_text(ElementType type);

Result<ContractionPlan> plan_tensor(const Subject& subject, const Nest& nest);

}  // namespace whet::write
