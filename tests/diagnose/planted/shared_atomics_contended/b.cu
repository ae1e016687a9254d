// Planted: all threads of a block add squares to one float in shared memory, for which there is no instruction: a loop.
// It rules because 32 lanes at one address mean 32 rounds of compare-and-swap for each warp and element.
// Mended: the block sums by shuffles, and one lane per warp touches shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <typename T>
struct BlockSum {
  T* cell;
  __device__ void add(T x) const { atomicAdd(cell, x); }
};

__global__ void norms(const float* __restrict__ rows, float* __restrict__ squares, int columns) {
  __shared__ float cell;
  const auto block = cg::this_thread_block();
  const BlockSum<float> sum{&cell};
  if (block.thread_rank() == 0) cell = 0.0f;
  block.sync();
  const float* row = rows + static_cast<size_t>(blockIdx.x) * columns;
  for (int i = block.thread_rank(); i < columns; i += block.size()) sum.add(row[i] * row[i]);
  block.sync();
  if (block.thread_rank() == 0) squares[blockIdx.x] = cell;
}
