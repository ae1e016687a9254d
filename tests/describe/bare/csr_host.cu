#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void spmv(const int* row_ptr, const int* cols, const float* vals, const float* x, float* y, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float sum = 0;
  for (int e = row_ptr[r]; e < row_ptr[r + 1]; ++e) sum += vals[e] * x[cols[e]];
  y[r] = sum;
}
int main() {
  int rows = 2000, columns = 1500, nnz = 16000;
  int *row_ptr, *cols;
  float *vals, *x, *y;
  cudaMalloc(&row_ptr, (rows + 1) * sizeof(int));
  cudaMalloc(&cols, nnz * sizeof(int));
  cudaMalloc(&vals, nnz * sizeof(float));
  cudaMalloc(&x, columns * sizeof(float));
  cudaMalloc(&y, rows * sizeof(float));
  spmv<<<(rows + 127) / 128, 128>>>(row_ptr, cols, vals, x, y, rows);
}
