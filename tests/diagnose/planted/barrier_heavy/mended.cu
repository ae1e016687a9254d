// The kernel of a.cu with sums by shuffles and two barriers per tile.
#define BLOCK 1024

__global__ void tile_sums(const float* in, float* out, int tiles) {
  __shared__ float part[32];
  int t = threadIdx.x;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    float x = in[(size_t)tile * BLOCK + t];
    for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
    if (t % 32 == 0) part[t / 32] = x;
    __syncthreads();
    if (t < 32) {
      x = part[t];
      for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(0xffffffffu, x, d);
      if (t == 0) out[tile] = x;
    }
    __syncthreads();
  }
}
