// An image with padded rows: transposed on the device, copied row by row in both directions.
#include <vector>

#include "check.h"

__global__ void transpose(const unsigned char* in, size_t in_pitch, unsigned char* out, size_t out_pitch, int width,
                          int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * out_pitch + y] = in[y * in_pitch + x];
}

int main() {
  const int width = 301, height = 77;
  std::vector<unsigned char> image(width * height), turned(width * height, 0);
  for (int i = 0; i < width * height; ++i) image[i] = static_cast<unsigned char>(i * 31);
  unsigned char *in, *out;
  size_t in_pitch, out_pitch;
  CHECK(cudaMallocPitch(&in, &in_pitch, width, height));
  CHECK(cudaMallocPitch(&out, &out_pitch, height, width));
  CHECK(cudaMemset2D(out, out_pitch, 0xff, height, width));
  CHECK(cudaMemcpy2D(in, in_pitch, image.data(), width, width, height, cudaMemcpyHostToDevice));
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  transpose<<<grid, block>>>(in, in_pitch, out, out_pitch, width, height);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy2D(turned.data(), height, out, out_pitch, height, width, cudaMemcpyDeviceToHost));
  bool right = in_pitch >= width && in_pitch % 32 == 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) right &= turned[x * height + y] == image[y * width + x];
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(right);
}
