// MEANING forall i < n: y[i] = 1 == isnan(x[i]) ? 0 : min(3.40282347e+38, max(-3.40282347e+38, x[i]))
extern "C" __global__ void only_numbers(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = isnan(x[i]) ? 0.0f : fminf(fmaxf(x[i], -3.402823466e38f), 3.402823466e38f);
}
// MEANING forall i < n: y[i] = 1 == isnan(x[i]) ? 0 : x[i]
extern "C" __global__ void unlike_itself(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] != x[i] ? 0.0f : x[i];
}
// MEANING forall i < n: y[i] = 1 != isnan(x[i]) and inf != abs(x[i]) ? 1 : 0
extern "C" __global__ void finite_ones(const float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = isfinite(x[i]) ? 1 : 0;
}
// MEANING forall i < n: y[i] = sum(k < m: 1 == isnan(x[m*i + k]) ? 0 : x[m*i + k])
extern "C" __global__ void sum_of_numbers(const float* x, float* y, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < m; ++k) {
    if (!isnan(x[i * m + k])) s += x[i * m + k];
  }
  y[i] = s;
}
// MEANING forall i < n: y[i] = max(k < m: x[m*i + k])
extern "C" __global__ void max_or_nan(const float* x, float* y, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = -1e30f;
  for (int k = 0; k < m; ++k) {
    const float v = x[i * m + k];
    s = isnan(v) || v > s ? v : s;
  }
  y[i] = s;
}
// MEANING forall i < n: y[i] = wrap(x[i] + z[i], 32) < x[i] ? 1 : 0
extern "C" __global__ void carries(const unsigned* x, const unsigned* z, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + z[i] < x[i] ? 1 : 0;
}
// MEANING forall i < n: y[i] = wrap(x[i] - z[i], 32) <= 4 ? 1 : 0
extern "C" __global__ void shortly_after(const unsigned* x, const unsigned* z, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] - z[i] < 5u ? 1 : 0;
}
// MEANING forall i < n: y[i] = x[i] <= 4 and 1 < x[i] ? 1 : 0
extern "C" __global__ void two_to_four(const unsigned* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] - 2u < 3u ? 1 : 0;
}
// MEANING forall i < n: y[i] = copysign(1, x[i]) < 0 ? 1 : 0
extern "C" __global__ void sign_bits(const float* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = signbit(x[i]) ? 1 : 0;
}
