// Far more shared memory than the default: refused until the kernel opts in.
#include <vector>

#include "check.h"

__global__ void reverse(int* data, int n) {
  extern __shared__ int buffer[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) buffer[i] = data[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = buffer[n - 1 - i];
}

int main() {
  int most = 0;
  CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  const int n = 20000, bytes = n * sizeof(int);
  if (bytes > most) return verdict(false);
  std::vector<int> data(n);
  for (int i = 0; i < n; ++i) data[i] = i;
  int* device;
  CHECK(cudaMalloc(&device, bytes));
  CHECK(cudaMemcpy(device, data.data(), bytes, cudaMemcpyHostToDevice));
  reverse<<<1, 512, bytes>>>(device, n);
  const bool refused = cudaGetLastError() == cudaErrorInvalidValue;
  CHECK(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  reverse<<<1, 512, bytes>>>(device, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(data.data(), device, bytes, cudaMemcpyDeviceToHost));
  bool right = refused;
  for (int i = 0; i < n; ++i) right &= data[i] == n - 1 - i;
  CHECK(cudaFree(device));
  return verdict(right);
}
