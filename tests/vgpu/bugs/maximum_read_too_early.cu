#include <cooperative_groups.h>

// Others may still be raising the maximum.
__device__ void scale(float* out, int* most, bool waits) {
  if (threadIdx.x == 0) atomicMax(most, static_cast<int>(blockIdx.x) + 100);
  if (waits)
    cooperative_groups::this_grid().sync();
  else
    __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * *static_cast<volatile int*>(most);  // BUG global_race
}

extern "C" __global__ void buggy(float* out, const float*, int, int* ints) { scale(out, ints, false); }

extern "C" __global__ void fixed(float* out, const float*, int, int* ints) { scale(out, ints, true); }
// launch grid=4 block=64 cooperative=1
