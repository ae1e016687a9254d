#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) exit(1); } while (0)
__global__ void transpose(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
int main() {
  const int width = 1024, height = 768;
  float *d_in, *d_out;
  CHECK(cudaMalloc(&d_in, width * height * sizeof(float)));
  CHECK(cudaMalloc(&d_out, width * height * sizeof(float)));
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 31) / 32);
  transpose<<<grid, block>>>(d_in, d_out, width, height);
  CHECK(cudaDeviceSynchronize());
}
