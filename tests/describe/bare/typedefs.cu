#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

typedef float real;
typedef unsigned int uint32;
__global__ void axpby(const real* x, real* y, real a, real b, uint32 n) {
  uint32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + b * y[i];
}
int main() {
  uint32 n = 65536;
  real *x, *y;
  cudaMalloc(&x, n * sizeof(real));
  cudaMalloc(&y, n * sizeof(real));
  axpby<<<n / 256, 256>>>(x, y, 2, 0.5, n);
}
