#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

template <int RADIUS>
__global__ void box(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0;
  int c = 0;
  for (int j = -RADIUS; j <= RADIUS; ++j)
    for (int i = -RADIUS; i <= RADIUS; ++i)
      if (x + i >= 0 && x + i < w && y + j >= 0 && y + j < h) { s += in[(y + j) * w + x + i]; ++c; }
  out[y * w + x] = s / c;
}
int main() {
  int w = 240, h = 160;
  size_t bytes = sizeof(float) * w * h;
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  box<2><<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(in, out, w, h);
}
