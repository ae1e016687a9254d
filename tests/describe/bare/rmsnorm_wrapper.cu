#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ __forceinline__ float warp_sum(float v) {
  for (int o = 16; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffff, v, o);
  return v;
}
__global__ void rmsnorm(const float* __restrict__ x, const float* __restrict__ w, float* __restrict__ y, int hidden) {
  __shared__ float sums[32];
  const float* row = x + (size_t)blockIdx.x * hidden;
  float s = 0;
  for (int i = threadIdx.x; i < hidden; i += blockDim.x) s += row[i] * row[i];
  s = warp_sum(s);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 32) {
    s = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
    s = warp_sum(s);
    if (threadIdx.x == 0) sums[0] = rsqrtf(s / hidden + 1e-6f);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < hidden; i += blockDim.x) y[(size_t)blockIdx.x * hidden + i] = row[i] * sums[0] * w[i];
}
void forward(const float* x, const float* w, float* y, int tokens, int hidden) {
  rmsnorm<<<tokens, 256>>>(x, w, y, hidden);
}
