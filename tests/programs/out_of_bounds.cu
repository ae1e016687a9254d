// Wrong on purpose: the guard is missing, so the last block writes past the end.
#include "check.h"

__global__ void fill(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0) data[i] = i;
}

int main() {
  const int n = 1000;
  int* device;
  CHECK(cudaMalloc(&device, n * sizeof(int)));
  fill<<<(n + 255) / 256, 256>>>(device, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  return verdict(true);
}
