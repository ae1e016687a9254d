// MEANING forall i < rows: out[i] = max(k < cols: x[cols*i + k])
extern "C" __global__ void call(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY;
  for (int j = 0; j < cols; ++j) m = fmaxf(m, x[r * cols + j]);
  out[r] = m;
}
extern "C" __global__ void branch(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float m = -3.402823466e+38f;
    for (int j = 0; j < cols; ++j) {
      float v = x[r * cols + j];
      if (v > m) m = v;
    }
    out[r] = m;
  }
}
extern "C" __global__ void choice(const float* x, float* out, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float m = -1e30f;
    for (int j = cols - 1; j >= 0; --j) m = m < x[r * cols + j] ? x[r * cols + j] : m;
    out[r] = m;
  }
}
extern "C" __global__ void first_apart(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = x[r * cols];
  for (int j = 1; j < cols; ++j) m = fmaxf(m, x[r * cols + j]);
  out[r] = m;
}
// MEANING forall i < rows: out[i] = min(k < cols: x[cols*i + k])
extern "C" __global__ void smallest(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = INFINITY;
  for (int j = 0; j < cols; ++j) m = fminf(m, x[r * cols + j]);
  out[r] = m;
}
// MEANING forall i < rows: out[i] = product(k < cols: x[cols*i + k])
extern "C" __global__ void multiplied(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float p = 1;
  for (int j = 0; j < cols; ++j) p *= x[r * cols + j];
  out[r] = p;
}
