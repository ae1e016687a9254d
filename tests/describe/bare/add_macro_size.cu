#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define N 4096
#define BLOCK 128
__global__ void add(float* c, const float* a, const float* b) {
  int i = threadIdx.x + blockIdx.x * BLOCK;
  if (i < N) c[i] = a[i] + b[i];
}
int main(void) {
  float *da, *db, *dc;
  size_t bytes = N * sizeof(float);
  cudaMalloc((void**)&da, bytes);
  cudaMalloc((void**)&db, bytes);
  cudaMalloc((void**)&dc, bytes);
  add<<<N / BLOCK, BLOCK>>>(dc, da, db);
  return 0;
}
