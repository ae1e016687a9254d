__global__ void spmv_csr(int rows, int cols, const int* offsets, const int* indices, const double* values,
                         const double* x, double* y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    double sum = 0;
    const int end = offsets[r + 1];
    for (int e = offsets[r]; e < end; ++e) sum += values[e] * x[indices[e]];
    y[r] = sum;
  }
}
