// Compares an output with what is expected, measures how large values usually are and how far answers move, and finds
// the range of an array, on a GPU. `KernelCodec` is the output's element type and `ExpectedCodec` that of the expected
// values; both are written before this text. A block leaves one part, and the host adds the parts up.
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

__device__ double expected_at(const void* values, uint64_t i) {
  return ExpectedCodec::decode(formula::loaded<ExpectedCodec::Stored>(values, i));
}
__device__ double change_at(const void* values, const void* moved, uint64_t i) {
  return formula::magnitude(expected_at(moved, i) - expected_at(values, i));
}

}  // namespace whet

extern "C" __global__ void whet_compare(const void* output, const void* expected, whet::uint64_t count,
                                        const whet::formula::Allowance allowance, whet::formula::ComparedPart* parts) {
  using namespace whet;
  formula::ComparedPart part;
  for (uint64_t i = first_element(); i < count; i += stride())
    formula::compare_element<KernelCodec>(i, KernelCodec::decode(formula::loaded<KernelCodec::Stored>(output, i)),
                                          expected_at(expected, i), allowance, part);
  store_block(part, parts);
}

// Some of the values, for a median of the whole.
extern "C" __global__ void whet_gather(const void* values, whet::uint64_t count, whet::uint64_t step, double* chosen) {
  using namespace whet;
  for (uint64_t i = first_element(); i * step < count; i += stride()) chosen[i] = expected_at(values, i * step);
}

// What is usual in each line: lines of `length` values that lie `stride` apart and begin `between` apart.
extern "C" __global__ void whet_typical(const void* values, const whet::formula::Lines lines, double* typical) {
  using namespace whet;
  for (uint64_t line = first_element(); line < lines.count; line += stride())
    typical[line] = formula::typical_of_line(lines, line, [&](uint64_t i) { return expected_at(values, i); });
}

extern "C" __global__ void whet_range(const void* values, whet::uint64_t count, whet::formula::RangePart* parts) {
  using namespace whet;
  formula::RangePart part;
  for (uint64_t i = first_element(); i < count; i += stride()) part.consider(expected_at(values, i));
  store_block(part, parts);
}

// The same of how far values moved from one answer to another.
extern "C" __global__ void whet_gather_changes(const void* values, const void* moved, whet::uint64_t count,
                                               whet::uint64_t step, double* chosen) {
  using namespace whet;
  for (uint64_t i = first_element(); i * step < count; i += stride()) chosen[i] = change_at(values, moved, i * step);
}

extern "C" __global__ void whet_typical_changes(const void* values, const void* moved, const whet::formula::Lines lines,
                                                double* typical) {
  using namespace whet;
  for (uint64_t line = first_element(); line < lines.count; line += stride())
    typical[line] = formula::typical_of_line(lines, line, [&](uint64_t i) { return change_at(values, moved, i); });
}

// One of `slack` and `wide_slack` is written; the other is no address.
extern "C" __global__ void whet_widen(const void* values, const void* moved, whet::uint64_t count,
                                      const whet::formula::Widening widening, float* slack, double* wide_slack) {
  using namespace whet;
  for (uint64_t i = first_element(); i < count; i += stride()) {
    const double was = expected_at(values, i), is = expected_at(moved, i);
    if (slack) slack[i] = formula::narrowed(widening.at(i, static_cast<double>(slack[i]), was, is));
    if (wide_slack) wide_slack[i] = widening.at(i, wide_slack[i], was, is);
  }
}

extern "C" __global__ void whet_masked(const void* first, const void* second, whet::uint64_t count, whet::uint64_t mask,
                                       whet::formula::MaskedPart* parts) {
  using namespace whet;
  formula::MaskedPart part;
  for (uint64_t i = first_element(); i < count; i += stride())
    part.consider(ExpectedCodec::word(formula::loaded<ExpectedCodec::Stored>(first, i)) ^
                      ExpectedCodec::word(formula::loaded<ExpectedCodec::Stored>(second, i)),
                  mask);
  store_block(part, parts);
}

// Marks the values of a table, which is in order, that stand in the array.
extern "C" __global__ void whet_find(const void* values, whet::uint64_t count, const double* table,
                                     whet::uint64_t wanted, whet::uint64_t* found) {
  using namespace whet;
  for (uint64_t i = first_element(); i < count; i += stride()) {
    const uint64_t place = formula::place_among(table, wanted, expected_at(values, i));
    if (place < wanted) found[place] = 1;
  }
}
