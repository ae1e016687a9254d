// Makes the content of an array on a GPU. Written before this text: `KernelCodec`, the codec of the element type, and
// as macros the name of the kernel and the function that knows its group of formulas. What it reads must not be what
// it writes.
#include "problem/formula/array.h"

namespace whet {

// All elements of one formula. A thread makes a few in a row, which mostly share their place.
struct MakeElements {
  static constexpr uint64_t k_run = 8;
  formula::Sources<KernelCodec> from;
  KernelCodec::Stored* out;
  uint64_t count;

  template <typename Formula>
  WHET_BOTH void operator()(const Formula& content) const {
    const uint64_t threads = static_cast<uint64_t>(gridDim.x) * blockDim.x;
    const uint64_t thread = static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    for (uint64_t first = thread * k_run; first < count; first += threads * k_run) {
      const uint64_t end = formula::least(first + k_run, count);
      for (uint64_t i = first; i < end;) {
        const auto here = content.place(from, i);
        const uint64_t stop = formula::least<uint64_t>(here.end, end);
#pragma unroll 1
        for (; i < stop; ++i) out[i] = formula::stored_as<KernelCodec>(content.at(from, here, i));
      }
    }
  }
};

}  // namespace whet

extern "C" __global__ void WHET_KERNEL(const whet::ArrayFormula array, void* out, const void* base, const void* other,
                                       const whet::uint64_t* tables) {
  whet::formula::WHET_GROUP(
      array, whet::MakeElements{{base, other, tables}, static_cast<whet::KernelCodec::Stored*>(out), array.count});
}
