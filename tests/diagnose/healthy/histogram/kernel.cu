// Histogram of the low bytes of keys: a copy per warp in shared memory, 16 bytes per load, one global addition per
// block and bin.
constexpr int k_threads = 1024, k_warps = k_threads / 32;

__global__ void __launch_bounds__(k_threads, 2)
    histogram(const uint4* __restrict__ in, unsigned* __restrict__ out, int quads) {
  __shared__ unsigned bins[k_warps][256];
  for (int i = threadIdx.x; i < k_warps * 256; i += k_threads) (&bins[0][0])[i] = 0;
  __syncthreads();
  unsigned* mine = bins[threadIdx.x / 32];
  for (int i = blockIdx.x * k_threads + threadIdx.x; i < quads; i += gridDim.x * k_threads) {
    const uint4 v = in[i];
    atomicAdd(&mine[v.x & 255], 1u);
    atomicAdd(&mine[v.y & 255], 1u);
    atomicAdd(&mine[v.z & 255], 1u);
    atomicAdd(&mine[v.w & 255], 1u);
  }
  __syncthreads();
  if (threadIdx.x >= 256) return;
  unsigned sum = 0;
#pragma unroll
  for (int w = 0; w < k_warps; ++w) sum += bins[w][threadIdx.x];
  if (sum) atomicAdd(&out[threadIdx.x], sum);
}
