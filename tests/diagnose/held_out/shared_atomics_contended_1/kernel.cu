// Luminance histogram of night images: a block collects 256 bins in shared memory.
//
// Wrong:  nearly all pixels of such images are black or close to it (values 0 to 3), so the lanes of a warp meet in the
//         same few bins.
// Rules:  lanes that meet are served one after another: about ten passes for each atomic.
// Mend:   a copy of the bins for each warp or lane group, or count equal neighbours in registers first (__match_any_sync).

__global__ void __launch_bounds__(256) night_histogram(const unsigned* __restrict__ pixels, unsigned* __restrict__ bins, int words) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < words; i += gridDim.x * 256) {
    unsigned p = pixels[i];
    atomicAdd(&local[p & 255u], 1u);
    atomicAdd(&local[p >> 8 & 255u], 1u);
    atomicAdd(&local[p >> 16 & 255u], 1u);
    atomicAdd(&local[p >> 24], 1u);
  }
  __syncthreads();
  if (local[threadIdx.x] != 0) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
