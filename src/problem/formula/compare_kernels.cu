// Compares an output with what is expected, measures how large values usually are, and finds the range of an array, on
// a GPU. `KernelCodec` is the output's element type and `ExpectedCodec` that of the expected values; both are written
// before this text. A block leaves one part, and the host adds the parts up.
#include "problem/formula/comparison.h"
#include "problem/formula/typical.h"

namespace whet {

constexpr unsigned k_threads = 256;

template <typename Part>
__device__ void store_block(const Part& mine, Part* parts) {
  __shared__ __align__(16) char bytes[k_threads * sizeof(Part)];
  Part* const all = reinterpret_cast<Part*>(bytes);
  all[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = k_threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) all[threadIdx.x].add(all[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) parts[blockIdx.x] = all[0];
}

__device__ uint64_t first_element() {
  return static_cast<uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ uint64_t stride() {
  return static_cast<uint64_t>(gridDim.x) * blockDim.x;
}

}  // namespace whet

extern "C" __global__ void whet_compare(const void* output, const void* expected, whet::uint64_t count,
                                        const whet::formula::Allowance allowance, whet::formula::ComparedPart* parts) {
  using namespace whet;
  formula::ComparedPart part;
  for (uint64_t i = first_element(); i < count; i += stride())
    formula::compare_element<KernelCodec>(i, KernelCodec::decode(formula::loaded<KernelCodec::Stored>(output, i)),
                                          ExpectedCodec::decode(formula::loaded<ExpectedCodec::Stored>(expected, i)),
                                          allowance, part);
  store_block(part, parts);
}

// Some of the values, for a median of the whole.
extern "C" __global__ void whet_gather(const void* values, whet::uint64_t count, whet::uint64_t step, double* chosen) {
  using namespace whet;
  for (uint64_t i = first_element(); i * step < count; i += stride())
    chosen[i] = ExpectedCodec::decode(formula::loaded<ExpectedCodec::Stored>(values, i * step));
}

// What is usual in each line: lines of `length` values that lie `stride` apart and begin `between` apart.
extern "C" __global__ void whet_typical(const void* values, const whet::formula::Lines lines, double* typical) {
  using namespace whet;
  for (uint64_t line = first_element(); line < lines.count; line += stride())
    typical[line] = formula::typical_of_line(lines, line, [&](uint64_t i) {
      return ExpectedCodec::decode(formula::loaded<ExpectedCodec::Stored>(values, i));
    });
}

extern "C" __global__ void whet_range(const void* values, whet::uint64_t count, whet::formula::RangePart* parts) {
  using namespace whet;
  formula::RangePart part;
  for (uint64_t i = first_element(); i < count; i += stride())
    part.consider(ExpectedCodec::decode(formula::loaded<ExpectedCodec::Stored>(values, i)));
  store_block(part, parts);
}
