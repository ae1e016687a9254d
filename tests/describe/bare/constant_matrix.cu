#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__constant__ float matrix[3][3];
__global__ void rotate(const float* in, float* out, int points) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= points) return;
  for (int r = 0; r < 3; ++r) {
    float s = 0;
    for (int c = 0; c < 3; ++c) s += matrix[r][c] * in[3 * p + c];
    out[3 * p + r] = s;
  }
}
int main() {
  int points = 7000;
  float *in, *out;
  cudaMalloc(&in, 3 * points * sizeof(float));
  cudaMalloc(&out, 3 * points * sizeof(float));
  rotate<<<(points + 255) / 256, 256>>>(in, out, points);
}
