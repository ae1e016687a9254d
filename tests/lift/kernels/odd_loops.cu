// MEANING forall i < n: y[i] = 0 < x[i] ? 1 : x[i]
extern "C" __global__ void constant_as_bits(const float* x, float* y, int n) {
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) {
    if (x[k] > 0) {
      y[k] = 1;
    } else {
      y[k] = x[k];
    }
  }
}
// MEANING forall i < n: y[i] = x[3] + x[i]*(x[2] + x[i]*(x[1] + x[0]*x[i]))
extern "C" __global__ void horner(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float p = 0;
  for (int k = 0; k < 4; ++k) p = p * x[i] + x[k];
  y[i] = p;
}
// MEANING forall i < n: y[i] = x[n - i - 1]
extern "C" __global__ void reversed(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[n - 1 - i] = x[i];
}
// MEANING forall i < n, j < n - i: y[n*i + i + j] = x[i + j]
extern "C" __global__ void triangle(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int k = i; k < n; ++k) y[i * n + k] = x[k];
}
// MEANING forall i < blockDim.x*gridDim.x: y[i] = sum(k < (n + 1)/2: x[2*k])
extern "C" __global__ void every_second(const float* x, float* y, int n) {
  float s = 0;
  for (int k = 0; k < n; k += 2) s += x[k];
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
// REFUSES no sum, product, maximum or minimum
extern "C" __global__ void fibonacci(const float* x, float* y, int n) {
  float a = 0, b = 1;
  for (int k = 0; k < n; ++k) {
    float next = a + b;
    a = b;
    b = next;
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
extern "C" __global__ void uses_its_own_sum(const float* x, float* y, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k) s += x[k] * s;
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
extern "C" __global__ void inner_counter_goes_on(const float* x, float* y, int n) {
  int j = 0;
  float s = 0;
  for (int k = 0; k < n; ++k) {
    for (; j < k * k; ++j) s += x[j];
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
// The greatest of those that there are, as a condition and as a padded value.
// MEANING forall i < n: y[i] = max(k < 3: i + k <= n and 0 < i + k ? x[i + k - 1] : -inf)
extern "C" __global__ void greatest_there_is(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float m = -INFINITY;
  for (int k = 0; k < 3; ++k) {
    int at = i - 1 + k;
    m = fmaxf(m, at >= 0 && at < n ? x[at] : -INFINITY);
  }
  y[i] = m;
}
extern "C" __global__ void greatest_by_comparison(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float m = -INFINITY;
  for (int k = 0; k < 3; ++k) {
    int at = i - 1 + k;
    if (at < 0 || at >= n) continue;
    float v = x[at];
    if (v > m) m = v;
  }
  y[i] = m;
}
