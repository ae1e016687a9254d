// Four host threads, each with its own stream, buffers and errors.
#include <thread>
#include <vector>

#include "check.h"

__global__ void scale(float* data, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor;
}

// Scales `n` ones eight times over; true when all came out right and another thread's error was not seen here.
bool scale_often(int n, float factor) {
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  float* device;
  CHECK(cudaMalloc(&device, n * sizeof(float)));
  std::vector<float> host(n, 1.0f);
  CHECK(cudaMemcpyAsync(device, host.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream));
  for (int i = 0; i < 8; ++i) scale<<<(n + 127) / 128, 128, 0, stream>>>(device, n, factor);
  CHECK(cudaMemcpyAsync(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  const bool clean = cudaGetLastError() == cudaSuccess;
  if (factor == 2.0f) scale<<<1, 4096, 0, stream>>>(device, n, factor);  // refused, and remembered by this thread alone
  const bool remembered = cudaGetLastError() == (factor == 2.0f ? cudaErrorInvalidValue : cudaSuccess);
  CHECK(cudaFree(device));
  CHECK(cudaStreamDestroy(stream));
  float expected = 1;
  for (int i = 0; i < 8; ++i) expected *= factor;
  bool right = clean && remembered;
  for (const float value : host) right &= value == expected;
  return right;
}

int main() {
  bool right[4] = {};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) threads.emplace_back([&right, t] { right[t] = scale_often(1000 + 100 * t, 1.0f + t); });
  for (std::thread& thread : threads) thread.join();
  return verdict(right[0] && right[1] && right[2] && right[3]);
}
