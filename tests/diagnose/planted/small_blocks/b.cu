// Planted: one block of a single warp per row of 64 numbers.
// It rules because the grid is a flood of blocks that each live for one load and five shuffles; slots, not warps,
// limit. Mended: eight warps to a block, a row to each warp.
template <typename T>
__device__ T warp_total(T value) {
#pragma unroll
  for (int distance = warpSize / 2; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
  return value;
}

__global__ void row_totals(const int2* __restrict__ rows, int* __restrict__ totals) {
  const int2 pair = rows[blockIdx.x * 32 + threadIdx.x];
  const int total = warp_total(pair.x + pair.y);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
