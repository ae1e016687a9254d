#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void segment_sum(const float* values, const long long* offsets, float* sums, int segments) {
  int s = blockIdx.x;
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  float mine = 0;
  for (long long i = offsets[s] + threadIdx.x; i < offsets[s + 1]; i += blockDim.x) mine += values[i];
  atomicAdd(&total, mine);
  __syncthreads();
  if (threadIdx.x == 0) sums[s] = total;
}
void run(const float* v, const long long* o, float* s, int segments) { segment_sum<<<segments, 64>>>(v, o, s, segments); }
