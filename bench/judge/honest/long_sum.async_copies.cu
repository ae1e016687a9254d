// asynchronous copies, double buffered
#include <cuda_pipeline.h>
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  __shared__ float buffer[2][256];
  float sum = 0;
  const int tiles = (n + 255) / 256;
  auto fetch = [&](int tile) {
    const int i = tile * 256 + threadIdx.x;
    if (i < n) __pipeline_memcpy_async(&buffer[tile % 2][threadIdx.x], in + i, 4);
    __pipeline_commit();
  };
  fetch(0);
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) fetch(tile + 1); else __pipeline_commit();
    __pipeline_wait_prior(1);
    if (tile * 256 + threadIdx.x < n) sum += buffer[tile % 2][threadIdx.x];
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
