// A row that is staged in shared memory and read backwards.

// MEANING forall i < rows, j < cols: y[cols*i + j] = x[cols*i + cols - j - 1]
// SAME 1: one more is staged than is read
extern "C" __global__ void reversed(const float* x, float* y, int rows, int cols) {
  extern __shared__ float row[];
  if (blockIdx.x >= rows) return;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) row[j] = x[blockIdx.x * cols + j];
  __syncthreads();
  for (int j = threadIdx.x; j < cols; j += blockDim.x) y[blockIdx.x * cols + j] = row[cols - 1 - j];
}
