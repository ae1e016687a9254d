// Device printf and assert, with the host's headers for them.
#include <assert.h>
#include <stdio.h>

#include <cassert>
#include <cstdio>

__global__ void guarded(int* p, int n) {
  assert(n > 0 && "n must be positive");
  if (threadIdx.x == 0) printf("block %d of %d: %f\n", blockIdx.x, gridDim.x, 1.5 * p[0]);
  p[threadIdx.x] = n;
}
