// Loops that are left early.
// MEANING forall i < rows: at[i] = sum(k < cols: key == x[cols*i + k] ? 1 : 0) == 0 ? -1 : argmax(k < cols: key == x[cols*i + k] ? 1 : 0)
extern "C" __global__ void first_equal(const int* x, int* at, int rows, int cols, int key) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int found = -1;
  for (int j = 0; j < cols; ++j) {
    if (x[r * cols + j] == key) {
      found = j;
      break;
    }
  }
  at[r] = found;
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
