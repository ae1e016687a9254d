// Makes the content of an array on a GPU: each kernel those of one group of formulas, for the element type of
// `KernelCodec`, which is written before this text. What it reads must not be what it writes.
#include "problem/formula/array.h"

namespace whet {

// All elements of one formula, those of a thread a grid apart.
struct MakeElements {
  formula::Sources<KernelCodec> from;
  KernelCodec::Stored* out;
  uint64_t count;

  template <typename Formula>
  WHET_BOTH void operator()(const Formula& content) const {
    const uint64_t stride = static_cast<uint64_t>(gridDim.x) * blockDim.x;
    for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += stride)
      out[i] = formula::stored_as<KernelCodec>(content.at(from, content.place(from, i), i));
  }
};

}  // namespace whet

#define WHET_ARRAY_KERNEL(NAME, WITH)                                                                              \
  extern "C" __global__ void NAME(const whet::ArrayFormula array, void* out, const void* base, const void* other, \
                                  const whet::uint64_t* tables) {                                                 \
    WITH(array, whet::MakeElements{{base, other, tables}, static_cast<whet::KernelCodec::Stored*>(out), array.count}); \
  }

WHET_ARRAY_KERNEL(whet_fill, whet::formula::with_fill)
WHET_ARRAY_KERNEL(whet_vary, whet::formula::with_variant)
WHET_ARRAY_KERNEL(whet_patch, whet::formula::with_pieces)
WHET_ARRAY_KERNEL(whet_edit, whet::formula::with_edit)
