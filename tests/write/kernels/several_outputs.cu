// Naive kernels that store elements and, beside them, numbers of the row; or arrays of other ranges.

// SCHEDULES rows
// VARIANTS 20
// SIZES rows=1,n=1 | rows=5,n=37 | rows=33,n=128 | rows=2,n=3001
__global__ void norm_of_thread(const float* x, const float* gain, const float* shift, float* y, float* mean,
                               float* rstd, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = 0, v = 0;
  for (int k = 0; k < n; ++k) m += x[r * n + k];
  m /= n;
  for (int k = 0; k < n; ++k) v += (x[r * n + k] - m) * (x[r * n + k] - m);
  const float s = 1.0f / sqrtf(v / n + 1e-5f);
  for (int k = 0; k < n; ++k) y[r * n + k] = (x[r * n + k] - m) * s * gain[k] + shift[k];
  mean[r] = m;
  rstd[r] = s;
}

// VARIANTS 2
// SIZES rows=1,n=1 | rows=5,n=37 | rows=9,n=1500
__global__ void norm_of_block(float* y, float* mean, const float* x, int rows, int n) {
  __shared__ float part[256];
  const float* row = x + blockIdx.x * n;
  float s = 0;
  for (int i = threadIdx.x; i < n; i += 256) s += row[i];
  part[threadIdx.x] = s;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (threadIdx.x < k) part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
  const float m = part[0] / n;
  if (threadIdx.x == 0) mean[blockIdx.x] = m;
  for (int i = threadIdx.x; i < n; i += 256) y[blockIdx.x * n + i] = row[i] - m;
}

// The loss of a row, the probabilities of its elements.
__global__ void probabilities(const float* x, float* p, float* loss, int rows, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -1e30f, s = 0;
  for (int k = 0; k < n; ++k) m = fmaxf(m, x[r * n + k]);
  for (int k = 0; k < n; ++k) s += expf(x[r * n + k] - m);
  for (int k = 0; k < n; ++k) p[r * n + k] = expf(x[r * n + k] - m) / s;
  loss[r] = logf(s) + m;
}

// The row changes in place too.
// SIZES rows=1,n=1 | rows=5,n=37 | rows=33,n=128 | rows=2,n=3001
__global__ void added_and_normed(float* x, const float* r, const float* w, float* y, int rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float s = 0;
  for (int k = 0; k < n; ++k) {
    const float v = x[i * n + k] + r[i * n + k];
    x[i * n + k] = v;
    s += v * v;
  }
  const float f = rsqrtf(s / n + 1e-5f);
  for (int k = 0; k < n; ++k) y[i * n + k] = x[i * n + k] * f * w[k];
}

// Kernels of their own, one after the other.
// SCHEDULES columns+map
// SIZES rows=1,n=1 | rows=37,n=5 | rows=70,n=130
__global__ void squares_and_sums(float* x, float* total, int rows, int n) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= n) return;
  float s = 0;
  for (int r = 0; r < rows; ++r) s += x[r * n + c];
  total[c] = s;
  for (int r = 0; r < rows; ++r) x[r * n + c] = x[r * n + c] * x[r * n + c];
}
