#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void rgb_to_gray(const unsigned char* rgb, unsigned char* gray, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) gray[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}
int main() {
  int w = 320, h = 240;
  unsigned char *rgb, *gray;
  cudaMalloc(&rgb, w * h * 3);
  cudaMalloc(&gray, w * h);
  rgb_to_gray<<<(w * h + 255) / 256, 256>>>(rgb, gray, w * h);
}
