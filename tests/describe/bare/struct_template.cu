#include <cuda_runtime.h>
template <typename T> struct Csr { int rows; const int* ptr; const int* col; const T* val; };
__global__ void spmv(Csr<float> A, const float* x, float* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= A.rows) return;
  float s = 0;
  for (int k = A.ptr[r]; k < A.ptr[r + 1]; ++k) s += A.val[k] * x[A.col[k]];
  y[r] = s;
}
int main() {
  int rows = 10000, nnz = 160000;
  Csr<float> A; int *p, *c; float *v, *x, *y;
  cudaMalloc(&p, (rows + 1) * sizeof(int)); cudaMalloc(&c, nnz * sizeof(int)); cudaMalloc(&v, nnz * sizeof(float));
  cudaMalloc(&x, rows * sizeof(float)); cudaMalloc(&y, rows * sizeof(float));
  A = {rows, p, c, v};
  spmv<<<(rows + 127) / 128, 128>>>(A, x, y);
}
