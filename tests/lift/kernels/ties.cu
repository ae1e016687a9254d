// Of equal values the last one counts: the first from behind.
// MEANING forall i < rows: y[i] = n - argmax(k < n: x[n*i + n - k - 1]) - 1
extern "C" __global__ void last_largest(const float* x, int* y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = x[r * n];
  int at = 0;
  for (int k = 1; k < n; ++k) {
    if (x[r * n + k] >= best) {
      best = x[r * n + k];
      at = k;
    }
  }
  y[r] = at;
}
extern "C" __global__ void last_largest_from_nothing(const float* x, int* y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = -INFINITY;
  int at = -1;
  for (int k = 0; k < n; ++k) {
    const float v = x[r * n + k];
    if (!(v < best)) best = v, at = k;
  }
  y[r] = at;
}
// MEANING forall i < rows: y[i] = n - argmin(k < n: x[n*i + n - k - 1]) - 1
extern "C" __global__ void last_smallest(const float* x, int* y, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float best = x[r * n];
  int at = 0;
  for (int k = 0; k < n; ++k) {
    if (x[r * n + k] <= best) best = x[r * n + k], at = k;
  }
  y[r] = at;
}
