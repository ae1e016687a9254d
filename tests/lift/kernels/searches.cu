// Loops that are left early.
// MEANING forall i < cols: at[i] = sum(k < rows: 0 < x[cols*k + i] ? 1 : 0) == 0 ? -1 : argmax(k < rows: 0 < x[cols*k + i] ? 1 : 0)
extern "C" __global__ void first_positive(const float* x, int* at, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  int found = -1;
  for (int j = 0; j < rows; ++j) {
    if (x[j * cols + c] > 0) {
      found = j;
      break;
    }
  }
  at[c] = found;
}
// MEANING forall i < cols: y[i] = sum(k < (sum(k < rows: 0 < x[cols*k + i] ? 0 : 1) == 0 ? rows : argmax(k < rows: 0 < x[cols*k + i] ? 0 : 1)): x[cols*k + i])
extern "C" __global__ void while_positive(const float* x, float* y, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float s = 0;
  for (int j = 0; j < rows && x[j * cols + c] > 0; ++j) s += x[j * cols + c];
  y[c] = s;
}
// MEANING forall i < rows: y[i] = sum(k < min(cols, length[i]): x[cols*i + k])
extern "C" __global__ void up_to_length(const float* x, const int* length, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < cols; ++j) {
    if (j >= length[r]) break;
    s += x[r * cols + j];
  }
  y[r] = s;
}
// MEANING forall i < n: y[i] = 3*x[i]
extern "C" __global__ void four_each_unless_beyond(const float* x, float* y, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  for (int k = 0; k < 4; ++k) {
    if (first + k >= n) break;
    y[first + k] = 3 * x[first + k];
  }
}
// REFUSES does more than read
extern "C" __global__ void stores_until(const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int j = 0; j < cols; ++j) {
    if (x[r * cols + j] < 0) break;
    y[r * cols + j] = x[r * cols + j];
  }
}
// REFUSES no counter
extern "C" __global__ void until_the_sum_is_large(const float* x, float* y, int rows, int cols, float most) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < cols; ++j) {
    s += x[r * cols + j];
    if (s > most) break;
  }
  y[r] = s;
}
