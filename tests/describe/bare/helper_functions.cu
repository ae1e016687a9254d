#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static int blocks_for(int items, int threads) { return (items + threads - 1) / threads; }
__global__ void relu(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] < 0) x[i] = 0;
}
void launch_relu(float* x, int n) {
  const int threads = 192;
  relu<<<blocks_for(n, threads), threads>>>(x, n);
}
int main() {
  const int count = 77777;
  float* data;
  cudaMalloc(&data, count * sizeof(float));
  launch_relu(data, count);
}
