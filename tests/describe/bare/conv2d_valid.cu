#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void conv2d(const float* in, const float* k, float* out, int h, int w, int ks) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int oh = h - ks + 1, ow = w - ks + 1;
  if (x >= ow || y >= oh) return;
  float s = 0;
  for (int i = 0; i < ks; ++i)
    for (int j = 0; j < ks; ++j) s += in[(y + i) * w + x + j] * k[i * ks + j];
  out[y * ow + x] = s;
}
int main() {
  int h = 200, w = 300, ks = 5;
  int oh = h - ks + 1, ow = w - ks + 1;
  float *in, *k, *out;
  cudaMalloc(&in, h * w * sizeof(float));
  cudaMalloc(&k, ks * ks * sizeof(float));
  cudaMalloc(&out, oh * ow * sizeof(float));
  dim3 b(16, 16), g((ow + 15) / 16, (oh + 15) / 16);
  conv2d<<<g, b>>>(in, k, out, h, w, ks);
}
