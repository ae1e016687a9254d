#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define MAKE_BINARY(NAME, OP) \
  __global__ void NAME(const float* a, const float* b, float* c, int n) { \
    int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < n) c[i] = a[i] OP b[i]; \
  }
MAKE_BINARY(multiply, *)
int main() {
  int n = 8192;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  multiply<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
