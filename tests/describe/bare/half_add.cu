#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#include <cuda_fp16.h>
__global__ void half_add(const __half* a, const __half* b, __half* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = __hadd(a[i], b[i]);
}
int main() {
  int n = 10000;
  __half *a, *b, *c;
  cudaMalloc(&a, n * sizeof(__half));
  cudaMalloc(&b, n * sizeof(__half));
  cudaMalloc(&c, n * sizeof(__half));
  half_add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
