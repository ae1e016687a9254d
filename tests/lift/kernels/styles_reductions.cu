// More styles of reductions and products.
// MEANING forall i < cols: out[i] = sum(k < rows: x[cols*k + i])
extern "C" __global__ void column_plain(const float* x, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float s = 0;
  for (int r = 0; r < rows; ++r) s += x[r * cols + c];
  out[c] = s;
}
extern "C" __global__ void column_strided(const float* x, float* out, int rows, int cols) {
  for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < cols; c += gridDim.x * blockDim.x) {
    float s = 0;
    for (int r = 0; r < rows; ++r) s = s + x[(size_t)r * cols + c];
    out[c] = s;
  }
}
extern "C" __global__ void column_pointer(const float* x, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < cols) {
    const float* p = x + c;
    float s = 0;
    for (int r = 0; r < rows; ++r, p += cols) s += *p;
    out[c] = s;
  }
}
extern "C" __global__ void column_backwards(const float* x, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float s = 0;
  for (int r = rows - 1; r >= 0; --r) s += x[r * cols + c];
  out[c] = s;
}
extern "C" __global__ void column_block(const float* x, float* out, int rows, int cols) {
  extern __shared__ float sh[];
  int c = blockIdx.x, t = threadIdx.x;
  if (c >= cols) return;
  float s = 0;
  for (int r = t; r < rows; r += blockDim.x) s += x[r * cols + c];
  sh[t] = s;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) sh[t] += sh[t + d];
    __syncthreads();
  }
  if (t == 0) out[c] = sh[0];
}
template <typename T>
__device__ T strided_sum(const T* x, int count, int stride) {
  T s = 0;
  for (int k = 0; k < count; ++k) s += x[k * stride];
  return s;
}
extern "C" __global__ void column_template(const float* x, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c < cols) out[c] = strided_sum(x + c, rows, cols);
}
extern "C" __global__ void column_2d_blocks(const float* x, float* out, int rows, int cols) {
  int c = blockIdx.x * 32 + threadIdx.x;
  if (c < cols && threadIdx.x < 32) {
    float s = 0.f;
    int r = 0;
    while (r < rows) s += x[c + r++ * cols];
    out[c] = s;
  }
}

// MEANING out[0] += sum(k < n: a[k]*b[k])
extern "C" __global__ void dot_atomic(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, a[i] * b[i]);
}
extern "C" __global__ void dot_strided(const float* a, const float* b, float* out, int n) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += a[i] * b[i];
  atomicAdd(out, s);
}
extern "C" __global__ void dot_warp(const float* a, const float* b, float* out, int n) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s = fmaf(a[i], b[i], s);
  for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
  if (threadIdx.x % 32 == 0) atomicAdd(out, s);
}
extern "C" __global__ void dot_tree(const float* a, const float* b, float* out, int n) {
  extern __shared__ float sh[];
  int t = threadIdx.x;
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) s += a[i] * b[i];
  sh[t] = s;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) sh[t] += sh[t + d];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, sh[0]);
}
extern "C" __global__ void dot_fixed_tree(const float* a, const float* b, float* out, int n) {
  __shared__ float sh[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  sh[threadIdx.x] = i < n ? a[i] * b[i] : 0.f;
  __syncthreads();
  for (int d = 64; d > 0; d >>= 1) {
    if (threadIdx.x < d) sh[threadIdx.x] += sh[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, sh[0]);
}
__device__ float warp_sum(float v) {
  v += __shfl_xor_sync(~0u, v, 16);
  v += __shfl_xor_sync(~0u, v, 8);
  v += __shfl_xor_sync(~0u, v, 4);
  v += __shfl_xor_sync(~0u, v, 2);
  v += __shfl_xor_sync(~0u, v, 1);
  return v;
}
extern "C" __global__ void dot_helper(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? b[i] * a[i] : 0.f;
  v = warp_sum(v);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}
extern "C" __global__ void dot_four_each(const float* a, const float* b, float* out, int n) {
  int begin = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k) {
    if (begin + k < n) atomicAdd(&out[0], a[begin + k] * b[begin + k]);
  }
}
extern "C" __global__ void dot_one_block(const float* a, const float* b, float* out, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += a[i] * b[i];
  atomicAdd(out, s);
}

// MEANING forall i < rows: y[i] = sum(k < cols: a[cols*i + k]*x[k])
extern "C" __global__ void matvec_strided(const float* a, const float* x, float* y, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float s = 0;
    for (int j = 0; j < cols; ++j) s += x[j] * a[r * cols + j];
    y[r] = s;
  }
}
extern "C" __global__ void matvec_block(const float* a, const float* x, float* y, int rows, int cols) {
  extern __shared__ float sh[];
  int r = blockIdx.x, t = threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = t; j < cols; j += blockDim.x) s += a[r * cols + j] * x[j];
  sh[t] = s;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d) sh[t] += sh[t + d];
    __syncthreads();
  }
  if (t == 0) y[r] = sh[0];
}
extern "C" __global__ void matvec_pointer(const float* a, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* row = a + r * cols;
  float s = 0;
  for (const float* v = x; v < x + cols; ++v) s += *row++ * *v;
  y[r] = s;
}
__device__ float inner_product(const float* p, const float* q, int n) {
  float s = 0;
  for (int k = 0; k < n; ++k) s += p[k] * q[k];
  return s;
}
extern "C" __global__ void matvec_helper(const float* a, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) y[r] = inner_product(a + r * cols, x, cols);
}
extern "C" __global__ void matvec_backwards(const float* a, const float* x, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = cols; j-- > 0;) s += a[r * cols + j] * x[j];
  y[r] = s;
}

// MEANING forall i < rows: out[i] = max(k < cols: x[cols*i + k])
extern "C" __global__ void max_ternary(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY;
  const float* row = x + (size_t)r * cols;
  for (int j = 0; j < cols; ++j) m = row[j] > m ? row[j] : m;
  out[r] = m;
}

// MEANING forall i < n: bins[data[i]] += 1
extern "C" __global__ void count_pointer(const int* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* bin = bins + data[i];
  atomicAdd(bin, 1);
}
extern "C" __global__ void count_four_each(const int* data, int* bins, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k) {
    if (i + k < n) atomicAdd(&bins[data[i + k]], 1);
  }
}
__device__ void count_one(int* bins, int value) { atomicAdd(bins + value, 1); }
extern "C" __global__ void count_helper(const int* data, int* bins, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += gridDim.x * blockDim.x) count_one(bins, data[i]);
}

// MEANING forall i < M, j < N: c[N*i + j] = sum(k < K: a[K*i + k]*b[N*k + j])
extern "C" __global__ void product_swapped_axes(const float* a, const float* b, float* c, int M, int N, int K) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= M || col >= N) return;
  float s = 0;
  for (int k = 0; k < K; ++k) s += a[row * K + k] * b[k * N + col];
  c[row * N + col] = s;
}
extern "C" __global__ void product_row_per_thread(const float* a, const float* b, float* c, int M, int N, int K) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M) return;
  for (int col = 0; col < N; ++col) {
    float s = 0;
    for (int k = 0; k < K; ++k) s = fmaf(b[k * N + col], a[row * K + k], s);
    c[row * N + col] = s;
  }
}
