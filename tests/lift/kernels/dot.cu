// MEANING forall i < rows: y[i] = sum(k < cols: a[cols*i + k]*x[k])
extern "C" __global__ void plain(const float* a, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < cols; ++j) s += a[r * cols + j] * x[j];
  y[r] = s;
}
extern "C" __global__ void fused(const float* a, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float s = 0;
    for (int j = 0; j < cols; ++j) s = fmaf(x[j], a[(size_t)r * cols + j], s);
    y[r] = s;
  }
}
extern "C" __global__ void unrolled(const float* a, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  int j = 0;
  for (; j + 1 < cols; j += 2) s += a[r * cols + j] * x[j] + a[r * cols + j + 1] * x[j + 1];
  for (; j < cols; ++j) s += a[r * cols + j] * x[j];
  y[r] = s;
}
// MEANING forall i < M, j < N: c[N*i + j] = sum(k < K: a[K*i + k]*b[N*k + j])
extern "C" __global__ void matrices(const float* a, const float* b, float* c, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < M && col < N) {
    float s = 0;
    for (int k = 0; k < K; ++k) s += a[row * K + k] * b[k * N + col];
    c[row * N + col] = s;
  }
}
extern "C" __global__ void matrices_flat(const float* a, const float* b, float* c, int M, int N, int K) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= M * N) return;
  float s = 0;
  for (int k = 0; k < K; ++k) s += a[i / N * K + k] * b[k * N + i % N];
  c[i] = s;
}
// SAME 3: more is loaded than is stored
extern "C" __global__ void matrices_in_registers(const float* a, const float* b, float* c, int M, int N, int K) {
  int row = 2 * (blockIdx.y * blockDim.y + threadIdx.y), col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  float s[2][2] = {};
  for (int k = 0; k < K; ++k) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        if (row + i < M && col + j < N) s[i][j] += a[(row + i) * K + k] * b[k * N + col + j];
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      if (row + i < M && col + j < N) c[(row + i) * N + col + j] = s[i][j];
    }
  }
}
