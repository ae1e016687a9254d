// Values that each pass multiplies and adds to: s = a*s + b.
// MEANING forall i < n: y[i] = sum(l < degree + 1: c[l]*product(k < l: x[i]))
extern "C" __global__ void polynomial_from_above(const float* x, const float* c, float* y, int n, int degree) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = c[degree];
  for (int k = degree - 1; k >= 0; --k) value = value * x[i] + c[k];
  y[i] = value;
}
// MEANING forall i < n: y[i] = sum(l < terms: c[l]*product(k < terms - l - 1: x[i]))
extern "C" __global__ void polynomial_from_below(const float* x, const float* c, float* y, int n, int terms) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = 0;
  for (int k = 0; k < terms; ++k) value = fmaf(value, x[i], c[k]);
  y[i] = value;
}
// The sum begins again after a marked element, not at it.
// MEANING forall i < rows, j < cols: y[cols*i + j] = x[cols*i + j] + sum(l < j: marks[cols*i + l] == 0 ? x[cols*i + l]*product(k < j - l - 1: marks[cols*i + k + l + 1] == 0 ? 1 : 0) : 0)
extern "C" __global__ void sum_begins_again(const float* x, const int* marks, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < cols; ++j) {
    s += x[r * cols + j];
    y[r * cols + j] = s;
    if (marks[r * cols + j] != 0) s = 0;
  }
}
