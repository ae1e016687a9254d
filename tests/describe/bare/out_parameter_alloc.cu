#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

void make(float** p, int n) { cudaMalloc(p, n * sizeof(float)); }
__global__ void cumulative(const float* x, float* y, int rows, int cols) {
  int r = threadIdx.x + blockIdx.x * blockDim.x;
  if (r < rows) {
    float s = 0;
    for (int c = 0; c < cols; ++c) y[r * cols + c] = s += x[r * cols + c];
  }
}
int main() {
  int rows = 200, cols = 100;
  float *x, *y;
  make(&x, rows * cols);
  make(&y, rows * cols);
  cumulative<<<(rows + 31) / 32, 32>>>(x, y, rows, cols);
}
