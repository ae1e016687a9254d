#include <cooperative_groups.h>

// The second step reads what other blocks write in the first.
__device__ void two_steps(float* a, int* b, int n, bool waits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = static_cast<float>(i);
  if (waits)
    cooperative_groups::this_grid().sync();
  else
    __syncthreads();
  if (i > 0 && i < n - 1) b[i] = static_cast<int>(a[i - 1] + a[i + 1]);  // BUG global_race
}

extern "C" __global__ void buggy(float* out, const float*, int n, int* ints) { two_steps(out, ints, n, false); }

extern "C" __global__ void fixed(float* out, const float*, int n, int* ints) { two_steps(out, ints, n, true); }
// launch grid=8 block=128 cooperative=1
