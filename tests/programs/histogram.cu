// A histogram with atomics in shared and global memory; allocation and release in stream order.
#include <vector>

#include "check.h"

constexpr int k_bins = 64;

__global__ void histogram(const unsigned char* data, int n, unsigned* bins) {
  __shared__ unsigned local[k_bins];
  for (int i = threadIdx.x; i < k_bins; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[data[i] % k_bins], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < k_bins; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

int main() {
  const int n = 60000;
  std::vector<unsigned char> data(n);
  unsigned state = 1;
  for (unsigned char& value : data) value = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  unsigned char* d_data;
  unsigned* d_bins;
  CHECK(cudaMallocAsync(&d_data, n, stream));
  CHECK(cudaMallocAsync(&d_bins, k_bins * sizeof(unsigned), stream));
  CHECK(cudaMemsetAsync(d_bins, 0, k_bins * sizeof(unsigned), stream));
  CHECK(cudaMemcpyAsync(d_data, data.data(), n, cudaMemcpyHostToDevice, stream));
  histogram<<<16, 256, 0, stream>>>(d_data, n, d_bins);
  std::vector<unsigned> bins(k_bins), expected(k_bins, 0);
  CHECK(cudaMemcpyAsync(bins.data(), d_bins, k_bins * sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaFreeAsync(d_data, stream));
  CHECK(cudaFreeAsync(d_bins, stream));
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaStreamDestroy(stream));
  for (const unsigned char value : data) ++expected[value % k_bins];
  return verdict(bins == expected);
}
