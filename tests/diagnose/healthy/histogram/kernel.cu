// Histogram of 256 bins: a copy per warp in shared memory, 16 bytes per load, one global addition per block and bin.
constexpr int k_threads = 256, k_warps = k_threads / 32;

__device__ void count4(unsigned* bins, unsigned word) {
#pragma unroll
  for (int byte = 0; byte < 4; ++byte) atomicAdd(&bins[word >> (8 * byte) & 255], 1u);
}

__global__ void __launch_bounds__(k_threads) histogram(const uint4* __restrict__ in, unsigned* __restrict__ out, int quads) {
  __shared__ unsigned bins[k_warps][256];
  for (int i = threadIdx.x; i < k_warps * 256; i += k_threads) (&bins[0][0])[i] = 0;
  __syncthreads();
  unsigned* mine = bins[threadIdx.x / 32];
  for (int i = blockIdx.x * k_threads + threadIdx.x; i < quads; i += gridDim.x * k_threads) {
    const uint4 v = in[i];
    count4(mine, v.x);
    count4(mine, v.y);
    count4(mine, v.z);
    count4(mine, v.w);
  }
  __syncthreads();
  unsigned sum = 0;
#pragma unroll
  for (int w = 0; w < k_warps; ++w) sum += bins[w][threadIdx.x];
  if (sum) atomicAdd(&out[threadIdx.x], sum);
}
