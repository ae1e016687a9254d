#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <class T>
__global__ void clamp_to(T* x, T low, T high, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    x[i] = x[i] < low ? low : x[i] > high ? high : x[i];
}
int main() {
  int n = 9999;
  float* x;
  cudaMalloc(&x, n * sizeof(*x));
  clamp_to<<<32, 256>>>(x, -0.5f, 0.5f, n);
}
