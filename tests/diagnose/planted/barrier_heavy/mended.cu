// The kernel of a.cu with sums by shuffles and four barriers per tile.
#define BLOCK 1024

__device__ float warp_sum(float x) {
  for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffffu, x, d);
  return x;
}

__device__ float block_sum(float* part, float x) {
  x = warp_sum(x);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
  __syncthreads();
  x = warp_sum(part[threadIdx.x % 32]);
  __syncthreads();
  return x;
}

__global__ void tile_variances(const float* in, float* out, int tiles) {
  __shared__ float part[BLOCK / 32];
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    float x = in[(size_t)tile * BLOCK + threadIdx.x];
    float mean = block_sum(part, x) / BLOCK;
    float variance = block_sum(part, (x - mean) * (x - mean)) / BLOCK;
    if (threadIdx.x == 0) out[tile] = variance;
  }
}
