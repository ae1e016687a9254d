// CLASS says what `whet explain` calls the kernel after it, INTEGERS how many integer operations it needs.
// CLASS map
extern "C" __global__ void doubled(const float* a, float* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[i] * 2 + 1;
}
// CLASS stencil
extern "C" __global__ void differences(const float* a, float* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n - 1) o[i] = a[i + 1] - a[i - 1];
}
// CLASS stencil
extern "C" __global__ void diagonal(const float* a, float* o, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w - 1 && y < h - 1) o[y * w + x] = a[y * w + x] + a[(y + 1) * w + x + 1];
}
// CLASS map over structs
struct Point {
  float x, y, z;
};
extern "C" __global__ void lengths(const Point* p, float* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}
// CLASS map with other indices
extern "C" __global__ void halves(const float* a, float* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[i] * a[i + n];
}
// CLASS permutation (the axes of an array change places)
extern "C" __global__ void turned(const float* a, float* o, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) o[x * h + y] = a[y * w + x];
}
// CLASS gather
extern "C" __global__ void picked(const float* a, const int* at, float* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[at[i]];
}
// CLASS contraction (matrix product)
// INTEGERS 2*M*N*K
extern "C" __global__ void byte_product(const signed char* a, const signed char* b, int* c, int M, int N, int K) {
  int m = blockIdx.y * blockDim.y + threadIdx.y, n = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= M || n >= N) return;
  int s = 0;
  for (int k = 0; k < K; ++k) s += a[m * K + k] * b[k * N + n];
  c[m * N + n] = s;
}
// CLASS contraction (matrix product, right operand transposed)
// INTEGERS 0
extern "C" __global__ void turned_product(const float* a, const float* b, float* c, int M, int N, int K) {
  int m = blockIdx.y * blockDim.y + threadIdx.y, n = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= M || n >= N) return;
  float s = 0;
  for (int k = 0; k < K; ++k) s += a[m * K + k] * b[n * K + k];
  c[m * N + n] = s;
}
// CLASS row reduction
// INTEGERS rows*n
extern "C" __global__ void counts(const int* a, int* o, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  int s = 0;
  for (int j = 0; j < n; ++j) s += a[r * n + j];
  o[r] = s;
}
// CLASS map
// INTEGERS 3*n
extern "C" __global__ void scaled(const int* a, const int* b, int* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = 3 * a[i] * b[i] + 7;
}
// CLASS column reduction
extern "C" __global__ void columns(const float* a, float* o, int rows, int n) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= n) return;
  float s = 0;
  for (int r = 0; r < rows; ++r) s += a[r * n + c];
  o[c] = s;
}
// CLASS convolution
extern "C" __global__ void filtered(const float* a, const float* f, float* o, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < taps; ++k) s += a[i + k] * f[k];
  o[i] = s;
}
// CLASS sparse rows (a reduction over ranges that an array gives)
extern "C" __global__ void sparse(const int* row, const int* column, const float* v, const float* x, float* y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float s = 0;
  for (int k = row[r]; k < row[r + 1]; ++k) s += v[k] * x[column[k]];
  y[r] = s;
}
// CLASS pairwise (every element with every other)
extern "C" __global__ void distances(const float* x, float* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int j = 0; j < n; ++j) s += fabsf(x[i] - x[j]);
  o[i] = s;
}
