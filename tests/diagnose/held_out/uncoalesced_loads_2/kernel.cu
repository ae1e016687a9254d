// Sparse matrix times vector, CSR, as in the conjugate-gradient solver of a finite-element code.
//
// Wrong:  one thread per row. Neighbouring lanes read `values` and `columns` about 64 elements apart.
// Rules:  the two streams of the matrix cost up to 32 sectors a request instead of 4, and L1 cannot hold them between steps.
// Mend:   a warp per row (lanes along the row, shuffle at the end), or the ELL/SELL layout.

__global__ void spmv_csr_scalar(const int* __restrict__ row_offsets, const int* __restrict__ columns,
                                const float* __restrict__ values, const float* __restrict__ x, float* __restrict__ y,
                                int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float dot = 0.0f;
    for (int k = row_offsets[row]; k < row_offsets[row + 1]; ++k) dot += values[k] * x[columns[k]];
    y[row] = dot;
  }
}
