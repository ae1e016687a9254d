#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <typename T>
__global__ void scale(T* data, T factor, size_t count) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < count) data[i] *= factor;
}
int main() {
  size_t count = 100000;
  double* d;
  cudaMalloc(&d, count * sizeof(double));
  scale<double><<<(count + 127) / 128, 128>>>(d, 1.5, count);
}
