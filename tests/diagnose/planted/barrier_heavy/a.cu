// Planted: mean and variance of each tile by two tree sums over 1024 threads, with a barrier at each of their ten
// levels. It rules because 32 warps meet 24 times per tile although after a few levels a single warp works. Mended:
// warps sum by shuffles and meet four times per tile.
#define BLOCK 1024

__device__ float tree_sum(float* part, float x) {
  int t = threadIdx.x;
  part[t] = x;
  __syncthreads();
  for (int s = BLOCK / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  x = part[0];
  __syncthreads();
  return x;
}

__global__ void tile_variances(const float* in, float* out, int tiles) {
  __shared__ float part[BLOCK];
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    float x = in[(size_t)tile * BLOCK + threadIdx.x];
    float mean = tree_sum(part, x) / BLOCK;
    float variance = tree_sum(part, (x - mean) * (x - mean)) / BLOCK;
    if (threadIdx.x == 0) out[tile] = variance;
  }
}
