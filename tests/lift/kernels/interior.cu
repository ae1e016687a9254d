// Ranges that do not start at thread 0, and elements that several threads update.

// MEANING forall i < n - 2: y[i + 1] = x[i] + x[i + 2] - 2*x[i + 1]
extern "C" __global__ void interior(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  y[i] = x[i - 1] - 2 * x[i] + x[i + 1];
}

// MEANING forall i < n - 70: y[i + 70] = 2*x[i + 70]
extern "C" __global__ void past_a_block(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 70 && i < n) y[i] = 2 * x[i];
}

// MEANING forall i < rows - 2, j < cols - 2: y[cols*i + 2*cols + j + 1] = x[cols*i + 2*cols + j + 2] - x[cols*i + j]
extern "C" __global__ void interior_2d(const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < cols - 1 && j > 1 && j < rows) y[j * cols + i] = x[j * cols + i + 1] - x[(j - 2) * cols + i - 1];
}

// MEANING forall i < rows: sums[i] += sum(k < cols: x[cols*i + k]*x[cols*i + k])
extern "C" __global__ void sums_of_rows(const float* x, float* sums, int rows, int cols) {
  int k = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (k < cols && row < rows) atomicAdd(&sums[row], x[row * cols + k] * x[row * cols + k]);
}
extern "C" __global__ void sums_of_rows_flat(const float* x, float* sums, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) atomicAdd(&sums[i / cols], x[i] * x[i]);
}
