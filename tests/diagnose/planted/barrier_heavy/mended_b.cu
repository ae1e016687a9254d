// The kernel of b.cu with reductions by warp instructions and one barrier.
__global__ void row_ranges(const int* __restrict__ rows, int* __restrict__ ranges) {
  __shared__ int highs[16], lows[16];
  const int mine = rows[blockIdx.x * 512 + threadIdx.x];
  const int h = __reduce_max_sync(~0u, mine), l = __reduce_min_sync(~0u, mine);
  if (threadIdx.x % 32 == 0) highs[threadIdx.x / 32] = h, lows[threadIdx.x / 32] = l;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  const int high = __reduce_max_sync(~0u, highs[threadIdx.x % 16]),
            low = __reduce_min_sync(~0u, lows[threadIdx.x % 16]);
  if (threadIdx.x == 0) ranges[blockIdx.x] = high - low;
}
