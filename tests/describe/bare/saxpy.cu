#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

// 01: plain map, everything in main.
__global__ void saxpy(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
int main() {
  int n = 1 << 20;
  float *x, *y;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  saxpy<<<(n + 255) / 256, 256>>>(x, y, 2.0f, n);
  cudaDeviceSynchronize();
}
