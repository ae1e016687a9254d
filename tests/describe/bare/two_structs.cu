#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct View { float* data; int rows; int cols; };
__global__ void copy_view(View from, View to) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < from.rows && c < from.cols) to.data[r * to.cols + c] = from.data[r * from.cols + c];
}
int main() {
  int rows = 300, cols = 200;
  float *a, *b;
  cudaMalloc(&a, rows * cols * sizeof(float));
  cudaMalloc(&b, rows * cols * sizeof(float));
  View from{a, rows, cols}, to{b, rows, cols};
  dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  copy_view<<<grid, block>>>(from, to);
}
