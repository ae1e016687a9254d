#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

float *g_in, *g_out;
const int WIDTH = 640, HEIGHT = 480;
__global__ void invert(const float* in, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = 1.0f - in[y * w + x];
}
void setup() {
  cudaMalloc(&g_in, WIDTH * HEIGHT * sizeof(float));
  cudaMalloc(&g_out, WIDTH * HEIGHT * sizeof(float));
}
void frame() {
  dim3 block(32, 4);
  dim3 grid((WIDTH + block.x - 1) / block.x, (HEIGHT + block.y - 1) / block.y);
  invert<<<grid, block>>>(g_in, g_out, WIDTH, HEIGHT);
}
int main() { setup(); frame(); }
