// A whole program: streams, containers, error checks by macro, and a launch.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#define CHECK(call)                                                                   \
  do {                                                                                \
    const cudaError_t status = (call);                                                \
    if (status != cudaSuccess) {                                                      \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (0)

using Clock = std::chrono::steady_clock;

struct Options {
  std::string name = "}";
  std::vector<int> sizes{1, 2, 3};
};

static std::vector<float> reference(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<float> c(a.size());
  std::transform(a.begin(), a.end(), b.begin(), c.begin(), [](float x, float y) { return x + y; });
  return c;
}

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main(int argc, char** argv) {
  Options options;
  if (argc > 1) options.name = argv[1];
  const int n = 1 << 20;
  std::vector<float> a(n, 1.0f), b(n, 2.0f), c(n);
  float *da, *db, *dc;
  CHECK(cudaMalloc(&da, n * sizeof(float)));
  CHECK(cudaMalloc(&db, n * sizeof(float)));
  CHECK(cudaMalloc(&dc, n * sizeof(float)));
  CHECK(cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  const auto begin = Clock::now();
  add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(c.data(), dc, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::cout << options.name << " " << (c == reference(a, b)) << " "
            << std::chrono::duration<double>(Clock::now() - begin).count() << std::endl;
  return 0;
}
