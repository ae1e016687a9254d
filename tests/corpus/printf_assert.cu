// Kernels that speak or stop: printf, assert, trap, device heap.
#include <cassert>
#include <cstdio>

__global__ void say(const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] < 0.0f) printf("negative %f at %d\n", in[i], i);
}

__global__ void insist(const int* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < n);
  if (in[i] == 42) __trap();
  if (in[i] == 43) __brkpt();
}

__global__ void borrow(int** out, int bytes) {
  int* memory = static_cast<int*>(malloc(bytes));
  if (memory) memory[0] = threadIdx.x;
  out[threadIdx.x] = memory;
  if (threadIdx.x & 1) free(memory);
}
