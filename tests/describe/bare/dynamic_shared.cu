#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

extern __shared__ float buffer[];
__global__ void reverse_blocks(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  buffer[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  if (i < n) out[i] = buffer[blockDim.x - 1 - threadIdx.x];
}
int main() {
  int n = 6400;
  int threads = 64;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  reverse_blocks<<<n / threads, threads, threads * sizeof(float)>>>(in, out, n);
}
