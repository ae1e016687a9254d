// A tiled product, timed by events.
#include <cmath>
#include <vector>

#include "check.h"

constexpr int k_tile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[k_tile][k_tile], tile_b[k_tile][k_tile];
  const int row = blockIdx.y * k_tile + threadIdx.y, column = blockIdx.x * k_tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / k_tile; ++t) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + t * k_tile + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(t * k_tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < k_tile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 128, repeats = 3;
  const size_t bytes = n * n * sizeof(float);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5);
  }
  float *d_a, *d_b, *d_c;
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_b, bytes));
  CHECK(cudaMalloc(&d_c, bytes));
  CHECK(cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyHostToDevice));
  const dim3 block(k_tile, k_tile), grid(n / k_tile, n / k_tile);
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  for (int i = 0; i < repeats; ++i) multiply<<<grid, block>>>(d_a, d_b, d_c, n);
  CHECK(cudaEventRecord(stop));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0, again = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaEventElapsedTime(&again, start, start));
  CHECK(cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  const double flops = 2.0 * n * n * n * repeats;
  std::printf("%d products of %d x %d: %.2f us, %.2f GFLOP/s\n", repeats, n, n, 1e3 * milliseconds,
              flops / milliseconds / 1e6);
  bool right = milliseconds > 0 && milliseconds < 10 && again == 0;
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
      right &= std::fabs(sum - c[row * n + column]) < 1e-3f;
    }
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  return verdict(right);
}
