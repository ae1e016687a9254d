// Planted: a tree sum over 1024 threads with a barrier at each of its ten levels, for every tile of 1024 numbers.
// It rules because 32 warps meet 11 times per tile although after a few levels a single warp works.
// Mended: warps sum by shuffles and meet twice per tile.
#define BLOCK 1024

__global__ void tile_sums(const float* in, float* out, int tiles) {
  __shared__ float part[BLOCK];
  int t = threadIdx.x;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    part[t] = in[(size_t)tile * BLOCK + t];
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
      if (t < s) part[t] += part[t + s];
      __syncthreads();
    }
    if (t == 0) out[tile] = part[0];
    __syncthreads();
  }
}
