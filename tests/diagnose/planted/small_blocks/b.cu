// Planted: one block of a single warp per row of 64 numbers.
// It rules because the grid is a flood of blocks that each live for one load and five shuffles; slots, not warps, limit.
// Mended: eight warps to a block, a row to each warp.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

template <typename T, typename Warp>
__device__ T warp_total(T value, const Warp& warp) {
#pragma unroll
  for (int distance = warp.size() / 2; distance > 0; distance /= 2) value += warp.shfl_down(value, distance);
  return value;
}

__global__ void row_totals(const int2* __restrict__ rows, int* __restrict__ totals) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int2 pair = rows[blockIdx.x * 32 + warp.thread_rank()];
  const int total = warp_total(pair.x + pair.y, warp);
  if (warp.thread_rank() == 0) totals[blockIdx.x] = total;
}
