#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void count_above(const float* x, int* count, float limit, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > limit) atomicAdd(count, 1);
}
int main() {
  const size_t n = 20000;
  float* x;
  int* count;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  count_above<<<(n + 255) / 256, 256>>>(x, count, 0.5f, n);
}
