// Block size and grid chosen by the occupancy calculator; device properties printed.
#include <vector>

#include "check.h"

__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

int main() {
  int count = 0, device = -1, sms = 0;
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaGetDevice(&device));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, device));
  CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
  std::printf("%s, compute capability %d.%d, %d SMs\n", properties.name, properties.major, properties.minor, sms);
  int least_grid = 0, block = 0, resident = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&least_grid, &block, saxpy, 0, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, saxpy, block, 0));
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, saxpy));
  std::printf("block %d, %d blocks per SM, %d registers\n", block, resident, attributes.numRegs);
  const int n = 30000, grid = (n + block - 1) / block;
  std::vector<float> x(n), y(n, 1.0f);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  float *d_x, *d_y;
  CHECK(cudaMalloc(&d_x, n * sizeof(float)));
  CHECK(cudaMalloc(&d_y, n * sizeof(float)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyDefault));
  CHECK(cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyDefault));
  saxpy<<<grid, block>>>(n, 2.0f, d_x, d_y);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDefault));
  bool right = count == 1 && sms == properties.multiProcessorCount && attributes.numRegs > 0 &&
               resident * block <= properties.maxThreadsPerMultiProcessor && least_grid == resident * sms;
  for (int i = 0; i < n; ++i) right &= y[i] == 2.0f * i + 1.0f;
  CHECK(cudaDeviceReset());
  return verdict(right);
}
