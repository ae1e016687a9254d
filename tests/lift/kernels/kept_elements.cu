// Elements of memory that each pass of a loop changes.
// MEANING forall i < m, j < n: c[n*i + j] = sum(l < k: a[k*i + l]*b[n*l + j])
extern "C" __global__ void product_in_memory(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  c[row * n + col] = 0;
  for (int i = 0; i < k; ++i) c[row * n + col] += a[row * k + i] * b[i * n + col];
}
// MEANING forall i < n: y[i] = y[i] + sum(k < m: x[m*i + k])
extern "C" __global__ void adds_to_what_is_there(const float* x, float* y, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = 0; k < m; ++k) y[i] += x[i * m + k];
}
// REFUSES reads what it stores
extern "C" __global__ void adds_its_row(float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int j = 0; j < cols; ++j) y[r * cols] += y[r * cols + j];
}
// REFUSES same element
extern "C" __global__ void all_add_to_one(const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  for (int j = 0; j < cols; ++j) y[0] += x[r * cols + j];
}
