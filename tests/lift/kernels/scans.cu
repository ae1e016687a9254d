// MEANING forall i < rows, j < cols: out[cols*i + j] = sum(k < j + 1: x[cols*i + k])
extern "C" __global__ void running(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < cols; ++j) {
    s += x[r * cols + j];
    out[r * cols + j] = s;
  }
}
extern "C" __global__ void running_pointer(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* p = x + r * cols;
  float *q = out + r * cols, s = 0;
  for (int j = 0; j < cols; ++j) *q++ = s += *p++;
}
extern "C" __global__ void each_adds_all(const float* x, float* out, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j >= cols || i >= rows) return;
  float s = 0;
  for (int k = 0; k <= j; ++k) s += x[i * cols + k];
  out[i * cols + j] = s;
}
extern "C" __global__ void strided_rows(const float* x, float* out, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x * blockDim.x) {
    float s = 0;
    for (int j = 0; j < cols; ++j) {
      s = s + x[r * cols + j];
      out[r * cols + j] = s;
    }
  }
}
// MEANING forall i < rows, j < cols: out[cols*i + j] = sum(k < j: x[cols*i + k])
extern "C" __global__ void exclusive(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int j = 0; j < cols; ++j) {
    out[r * cols + j] = s;
    s += x[r * cols + j];
  }
}
// MEANING forall i < rows, j < cols: out[cols*i + j] = max(k < j + 1: x[cols*i + k])
extern "C" __global__ void running_max(const float* x, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float m = -INFINITY;
  for (int j = 0; j < cols; ++j) {
    m = fmaxf(m, x[r * cols + j]);
    out[r * cols + j] = m;
  }
}
// MEANING forall i < gridDim.x, j < blockDim.x: out[blockDim.x*i + j] = sum(k < j + 1: x[blockDim.x*i + k])
extern "C" __global__ void block_steps(const float* x, float* out) {
  extern __shared__ float sh[];
  int t = threadIdx.x;
  sh[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    float v = t >= d ? sh[t - d] : 0;
    __syncthreads();
    sh[t] += v;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = sh[t];
}
extern "C" __global__ void block_steps_computed_first(const float* x, float* out) {
  extern __shared__ float sh[];
  int t = threadIdx.x;
  sh[t] = x[blockIdx.x * blockDim.x + t];
  for (int d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    float v;
    if (t >= d) v = sh[t] + sh[t - d];
    __syncthreads();
    if (t >= d) sh[t] = v;
  }
  out[blockIdx.x * blockDim.x + t] = sh[t];
}
extern "C" __global__ void block_steps_guarded(const float* x, float* out) {
  extern __shared__ float sh[];
  int t = threadIdx.x;
  sh[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d <<= 1) {
    float v = 0;
    if (t >= d) v = sh[t - d];
    __syncthreads();
    if (t >= d) sh[t] += v;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = sh[t];
}
// MEANING forall i < gridDim.x: sums[i] = sum(k < blockDim.x: blockDim.x*i + k < n ? x[blockDim.x*i + k] : 0)
extern "C" __global__ void last_of_block(const float* x, float* sums, int n) {
  extern __shared__ float sh[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (i < n) {
    sh[t] = x[i];
  } else {
    sh[t] = 0;
  }
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    float v = t >= d ? sh[t - d] : 0;
    __syncthreads();
    sh[t] += v;
    __syncthreads();
  }
  if (t == blockDim.x - 1) sums[blockIdx.x] = sh[t];
}
// Two buffers that take turns.
// MEANING forall i < gridDim.x, j < blockDim.x where 256*i + j < n: y[256*i + j] = sum(k < j + 1: x[256*i + k])
// SAME 1: more is loaded than is stored
extern "C" __global__ void two_buffers(const float* x, float* y, int n) {
  __shared__ float s[2][256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int out = 0, in = 1;
  s[out][t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    out = 1 - out;
    in = 1 - out;
    if (t >= d) {
      s[out][t] = s[in][t] + s[in][t - d];
    } else {
      s[out][t] = s[in][t];
    }
    __syncthreads();
  }
  if (i < n) y[i] = s[out][t];
}
// MEANING forall i < gridDim.x, j < blockDim.x where blockDim.x*i + j < n: y[blockDim.x*i + j] = sum(k < j + 1: x[blockDim.x*i + k])
// SAME 1: more is loaded than is stored
extern "C" __global__ void two_buffers_in_turns(const float* x, float* y, int n) {
  extern __shared__ float s[];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int from = 0, to = 1;
  s[t] = i < n ? x[i] : 0.0f;
  for (int d = 1; d < blockDim.x; d <<= 1) {
    __syncthreads();
    float v = s[from * blockDim.x + t];
    if (t >= d) v += s[from * blockDim.x + t - d];
    s[to * blockDim.x + t] = v;
    const int other = from;
    from = to;
    to = other;
  }
  if (i < n) y[i] = s[from * blockDim.x + t];
}
// MEANING forall i < gridDim.x, j < blockDim.x where 256*i + j < n: y[256*i + j] = max(k < j + 1: x[256*i + k])
// SAME 1: more is loaded than is stored
extern "C" __global__ void two_buffers_of_maxima(const float* x, float* y, int n) {
  __shared__ float s[2 * 256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int out = 0;
  s[t] = i < n ? x[i] : -INFINITY;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    out ^= 1;
    const float own = s[(out ^ 1) * 256 + t];
    s[out * 256 + t] = t >= d ? fmaxf(own, s[(out ^ 1) * 256 + t - d]) : own;
    __syncthreads();
  }
  if (i < n) y[i] = s[out * 256 + t];
}
