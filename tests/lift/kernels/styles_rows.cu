// More styles of softmax and of the normalisation of rows.
// MEANING forall i < rows, j < cols: out[cols*i + j] = exp(x[cols*i + j] - max(k < cols: x[cols*i + k]))/sum(l < cols: exp(x[cols*i + l] - max(k < cols: x[cols*i + k])))
extern "C" __global__ void softmax_thread(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY, s = 0;
  for (int j = 0; j < cols; ++j) m = fmaxf(m, x[r * cols + j]);
  for (int j = 0; j < cols; ++j) s += expf(x[r * cols + j] - m);
  for (int j = 0; j < cols; ++j) out[r * cols + j] = expf(x[r * cols + j] - m) / s;
}
extern "C" __global__ void softmax_element(const float* x, float* out, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (j >= cols || r >= rows) return;
  const float* row = x + r * cols;
  float m = -INFINITY, s = 0;
  for (int k = 0; k < cols; ++k) m = fmaxf(m, row[k]);
  for (int k = 0; k < cols; ++k) s += expf(row[k] - m);
  out[r * cols + j] = expf(row[j] - m) / s;
}
__device__ float largest(const float* row, int n) {
  float m = row[0];
  for (int k = 1; k < n; ++k) m = m < row[k] ? row[k] : m;
  return m;
}
__device__ float total(const float* row, int n, float m) {
  float s = 0;
  for (int k = 0; k < n; ++k) s += __expf(row[k] - m);
  return s;
}
extern "C" __global__ void softmax_helpers(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* row = x + r * cols;
  float m = largest(row, cols), scale = 1.f / total(row, cols, m);
  for (int j = 0; j < cols; ++j) out[r * cols + j] = __expf(row[j] - m) * scale;
}
extern "C" __global__ void softmax_strided(const float* x, float* out, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float m = -INFINITY, s = 0;
    for (int j = cols; j-- > 0;) m = fmaxf(x[r * cols + j], m);
    for (int j = cols; j-- > 0;) s += expf(x[r * cols + j] - m);
    float inverse = 1.f / s;
    for (int j = 0; j < cols; ++j) out[r * cols + j] = inverse * expf(x[r * cols + j] - m);
  }
}

// MEANING forall i < rows, j < cols: out[cols*i + j] = (x[cols*i + j] - sum(k < cols: x[cols*i + k])/real(cols))/sqrt(eps + sum(l < cols: (x[cols*i + l] - sum(k < cols: x[cols*i + k])/real(cols))*(x[cols*i + l] - sum(k < cols: x[cols*i + k])/real(cols)))/real(cols))
extern "C" __global__ void norm_element(const float* x, float* out, int rows, int cols, float eps) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (j >= cols || r >= rows) return;
  const float* row = x + r * cols;
  float mean = 0, var = 0;
  for (int k = 0; k < cols; ++k) mean += row[k];
  mean = mean / cols;
  for (int k = 0; k < cols; ++k) var += (row[k] - mean) * (row[k] - mean);
  out[r * cols + j] = (row[j] - mean) / sqrtf(var / cols + eps);
}
__device__ float mean_of(const float* row, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k) s += row[k];
  return s / n;
}
__device__ float variance_of(const float* row, int n, float mean) {
  float s = 0;
  for (int k = 0; k < n; ++k) {
    float d = row[k] - mean;
    s += d * d;
  }
  return s / n;
}
extern "C" __global__ void norm_helpers(const float* x, float* out, int rows, int cols, float eps) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* row = x + r * cols;
  float mean = mean_of(row, cols), scale = rsqrtf(variance_of(row, cols, mean) + eps);
  for (int j = 0; j < cols; ++j) out[r * cols + j] = (row[j] - mean) * scale;
}
extern "C" __global__ void norm_strided(const float* x, float* out, int rows, int cols, float eps) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float mean = 0, var = 0;
    for (int j = cols - 1; j >= 0; --j) mean += x[r * cols + j];
    mean /= cols;
    for (int j = 0; j < cols; ++j) var = fmaf(x[r * cols + j] - mean, x[r * cols + j] - mean, var);
    for (int j = 0; j < cols; ++j) out[r * cols + j] = (x[r * cols + j] - mean) * (1.f / sqrtf(var / cols + eps));
  }
}
