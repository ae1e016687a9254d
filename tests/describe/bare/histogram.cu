#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char* data, unsigned int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i]], 1u);
}
int main() {
  int n = 60000;
  unsigned char* data;
  unsigned int* bins;
  cudaMalloc(&data, n);
  cudaMalloc(&bins, 256 * sizeof(unsigned int));
  cudaMemset(bins, 0, 256 * sizeof(unsigned int));
  histogram<<<(n + 255) / 256, 256>>>(data, bins, n);
}
