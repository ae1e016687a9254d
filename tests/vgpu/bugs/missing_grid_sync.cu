#include <cooperative_groups.h>

extern "C" __global__ void buggy(float* out, const float* in, int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
  out[i] = in[i];
  __syncthreads();
  out[count + i] = out[count - 1 - i];  // BUG global_race
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
  out[i] = in[i];
  cooperative_groups::this_grid().sync();
  out[count + i] = out[count - 1 - i];
}
// launch grid=4 block=64 cooperative=1
