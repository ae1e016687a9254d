#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <typename T> T* device_array(size_t count) {
  T* p = nullptr;
  cudaMalloc(&p, count * sizeof(T));
  return p;
}
__global__ void dot(const double* a, const double* b, double* partial, int n) {
  __shared__ double s[128];
  double sum = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) sum += a[i] * b[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int d = 64; d; d >>= 1) {
    if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    __syncthreads();
  }
  if (!threadIdx.x) partial[blockIdx.x] = s[0];
}
int main() {
  int n = 30000;
  double* a = device_array<double>(n);
  double* b = device_array<double>(n);
  double* p = device_array<double>(40);
  dot<<<40, 128>>>(a, b, p, n);
}
