// A sum in two passes; the scale is set by cudaMemcpyToSymbol and the count read back from the device.
#include <vector>

#include "check.h"

__constant__ float scale[2];
__device__ unsigned long long elements;

template <int Threads>
__global__ void partial_sums(const float* in, float* out, int n) {
  __shared__ float sums[Threads];
  float sum = 0;
  for (int i = blockIdx.x * Threads + threadIdx.x; i < n; i += gridDim.x * Threads) {
    sum += scale[i % 2] * in[i];
    atomicAdd(&elements, 1ull);
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = Threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

int main() {
  const int n = 40000, blocks = 64;
  std::vector<float> in(n);
  double expected = 0;
  const float scales[2] = {1.0f, 0.5f}, ones[2] = {1.0f, 1.0f};
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<float>(i % 16);
    expected += scales[i % 2] * in[i];
  }
  float *d_in, *d_partial, *d_sum;
  CHECK(cudaMalloc((void**)&d_in, n * sizeof(float)));
  CHECK(cudaMalloc((void**)&d_partial, blocks * sizeof(float)));
  CHECK(cudaMalloc((void**)&d_sum, sizeof(float)));
  CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpyToSymbol(scale, scales, sizeof scales));
  partial_sums<256><<<blocks, 256>>>(d_in, d_partial, n);
  CHECK(cudaPeekAtLastError());
  unsigned long long seen = 0;
  CHECK(cudaMemcpyFromSymbol(&seen, elements, sizeof seen));
  CHECK(cudaMemcpyToSymbol(scale, ones, sizeof ones));
  partial_sums<64><<<1, 64>>>(d_partial, d_sum, blocks);
  CHECK(cudaPeekAtLastError());
  float sum = 0;
  CHECK(cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost));
  size_t symbol_bytes = 0;
  CHECK(cudaGetSymbolSize(&symbol_bytes, scale));
  std::printf("sum %.1f of %llu elements\n", sum, seen);
  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_partial));
  CHECK(cudaFree(d_sum));
  return verdict(sum == expected && seen == n && symbol_bytes == sizeof scales);
}
