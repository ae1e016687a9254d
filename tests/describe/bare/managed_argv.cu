#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void shift(const float* in, float* out, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i >= by ? in[i - by] : 0.0f;
}
int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000;
  int by = 7;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  shift<<<(n + 255) / 256, 256>>>(in, out, n, by);
}
