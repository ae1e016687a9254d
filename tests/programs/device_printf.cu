// printf in a kernel, in order with the host's own.
#include "check.h"

__global__ void greet(int number, const float* values) {
  if (threadIdx.x < 2) printf("block %d thread %d: %.2f\n", blockIdx.x + number, threadIdx.x, values[threadIdx.x]);
}

int main() {
  const float values[2] = {1.5f, -2.25f};
  float* device;
  CHECK(cudaMalloc(&device, sizeof values));
  CHECK(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  std::puts("before");
  greet<<<1, 32>>>(7, device);
  CHECK(cudaDeviceSynchronize());
  std::puts("between");
  greet<<<1, 32>>>(8, device);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(device));
  return verdict(true);
}
