#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void init(float* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; }
__global__ void reverse(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[n - 1 - i];
}
int main() {
  int n = 12345;
  float *x, *y;
  cudaMalloc(&x, n * 4);
  cudaMalloc(&y, n * 4);
  reverse<<<(n + 63) / 64, 64>>>(x, y, n);
}
