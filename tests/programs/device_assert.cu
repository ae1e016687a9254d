// An assertion that fails in a kernel: the next wait tells, and so does every call after it.
#include <cassert>

#include "check.h"

__global__ void expect_small(const int* values) {
  assert(values[threadIdx.x] < 10);
}

int main() {
  const int values[4] = {1, 2, 30, 4};
  int* device;
  CHECK(cudaMalloc(&device, sizeof values));
  CHECK(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
  expect_small<<<1, 4>>>(device);
  bool right = cudaGetLastError() == cudaSuccess;
  right &= cudaDeviceSynchronize() == cudaErrorAssert;
  right &= cudaGetLastError() == cudaErrorAssert && cudaGetLastError() == cudaErrorAssert;
  void* more = nullptr;
  right &= cudaMalloc(&more, 16) == cudaErrorAssert;
  return verdict(right);
}
