#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void first_half(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i + n] * 2;
}
int main() {
  int n = 3000;
  float* d;
  cudaMalloc(&d, 2 * n * sizeof(float));
  first_half<<<(n + 255) / 256, 256>>>(d, n);
}
