// More styles of maps: templates, structs, pointers, swapped axes, loops that count down.
// MEANING forall i < n: y[i] = max(0, x[i])
extern "C" __global__ void relu_blocks_2d(const float* __restrict__ x, float* __restrict__ y, int n) {
  int block = blockIdx.x, width = blockDim.x;
  int i = block * width + threadIdx.x;
  if (n > i) *(y + i) = *(x + i) > 0.f ? *(x + i) : 0.f;
}

// MEANING forall i < n: y[i] = y[i] + alpha*x[i]
__device__ __forceinline__ float axpy_once(float alpha, float x, float y) { return alpha * x + y; }
extern "C" __global__ void saxpy_helper(float* y, const float* x, float alpha, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = axpy_once(alpha, x[i], y[i]);
}
extern "C" __global__ void saxpy_compound(float* y, const float* x, float alpha, int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n) return;
  y[i] += x[i] * alpha;
}
template <int PER>
__device__ void saxpy_part(float* y, const float* x, float alpha, int n) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * PER;
  for (int k = 0; k < PER; ++k) {
    if (begin + k < n) y[begin + k] += alpha * x[begin + k];
  }
}
extern "C" __global__ void saxpy_four_each(float* y, const float* x, float alpha, int n) {
  saxpy_part<4>(y, x, alpha, n);
}
extern "C" __global__ void saxpy_strided(float* y, const float* x, float alpha, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < (unsigned)n) {
    float old = y[i];
    y[i] = __fmaf_rn(alpha, x[i], old);
    i += gridDim.x * blockDim.x;
  }
}

// MEANING forall i < rows*cols: out[i] = in[i]
extern "C" __global__ void copy_pointers(const float* in, float* out, int rows, int cols) {
  const float* end = in + rows * cols;
  const float* from = in + blockIdx.x * blockDim.x + threadIdx.x;
  if (from < end) out[from - in] = *from;
}
extern "C" __global__ void copy_strided(const float* in, float* out, int rows, int cols) {
  size_t count = (size_t)rows * cols;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) out[i] = in[i];
}
// SAME 1: one element more is staged
extern "C" __global__ void copy_through_shared(const float* in, float* out, int rows, int cols) {
  __shared__ float line[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) line[threadIdx.x] = in[i];
  __syncthreads();
  if (i < rows * cols) out[i] = line[threadIdx.x];
}

// MEANING forall i < n: out[i] = x[index[i]]
struct Table {
  const float* values;
  __device__ float at(int i) const { return values[i]; }
};
extern "C" __global__ void gather_struct(const float* x, const int* index, float* out, int n) {
  Table table{x};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table.at(index[i]);
}
extern "C" __global__ void gather_read_only(const float* x, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __ldg(&x[__ldg(&index[i])]);
}
extern "C" __global__ void gather_pointers(const float* x, const int* index, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int* place = index + i;
  float* target = out + i;
  *target = *(x + *place);
}
// SAME 1: the guard inside bounds the loop
extern "C" __global__ void gather_chunk(const float* x, const int* index, float* out, int n) {
  for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
    int i = base + threadIdx.x;
    if (i < n) out[i] = x[index[i]];
  }
}
// SAME 1: one element more is staged
extern "C" __global__ void gather_staged(const float* x, const int* index, float* out, int n) {
  __shared__ int places[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) places[threadIdx.x] = index[i];
  __syncthreads();
  if (i < n) out[i] = x[places[threadIdx.x]];
}

// MEANING forall i < rows, j < cols: out[cols*i + j] = x[cols*i + j] + bias[j]
extern "C" __global__ void bias_row_per_thread(const float* x, const float* bias, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  const float* from = x + r * cols;
  float* to = out + r * cols;
  for (int j = 0; j < cols; ++j) to[j] = bias[j] + from[j];
}
extern "C" __global__ void bias_column_per_thread(const float* x, const float* bias, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cols) return;
  float b = bias[c];
  for (int r = 0; r < rows; ++r) out[r * cols + c] = x[r * cols + c] + b;
}
extern "C" __global__ void bias_swapped_axes(const float* x, const float* bias, float* out, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= rows || c >= cols) return;
  out[r * cols + c] = x[r * cols + c] + bias[c];
}
extern "C" __global__ void bias_divided(const float* x, const float* bias, float* out, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int r = i / cols, c = i - r * cols;
  if (r < rows) out[r * cols + c] = x[r * cols + c] + bias[c];
}
template <typename T>
__device__ T plus(T a, T b) {
  return a + b;
}
extern "C" __global__ void bias_template(const float* x, const float* bias, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c < cols && r < rows) out[r * cols + c] = plus(x[r * cols + c], bias[c]);
}

// MEANING forall i < n - 2: out[i + 1] = 0.25*x[i] + 0.25*x[i + 2] + 0.5*x[i + 1]
extern "C" __global__ void stencil_early_return(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  out[i] = 0.5f * x[i] + 0.25f * x[i - 1] + 0.25f * x[i + 1];
}
extern "C" __global__ void stencil_shifted(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (i < n - 1) out[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}
extern "C" __global__ void stencil_strided(const float* x, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - 2; i += gridDim.x * blockDim.x) {
    out[i + 1] = 0.25f * x[i] + 0.5f * x[i + 1] + 0.25f * x[i + 2];
  }
}
// SAME 1: the weights are symmetric
extern "C" __global__ void stencil_weights(const float* x, float* out, int n) {
  const float w[3] = {0.25f, 0.5f, 0.25f};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n - 1) return;
  float s = 0;
  for (int k = -1; k <= 1; ++k) s += w[k + 1] * x[i + k];
  out[i] = s;
}
extern "C" __global__ void stencil_pointer(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) {
    const float* p = x + i;
    out[i] = fmaf(0.25f, p[-1], fmaf(0.5f, p[0], 0.25f * p[1]));
  }
}
__device__ float smoothed(float left, float middle, float right) { return 0.25f * left + 0.5f * middle + 0.25f * right; }
extern "C" __global__ void stencil_helper(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i + 1 < n) out[i] = smoothed(x[i - 1], x[i], x[i + 1]);
}
extern "C" __global__ void stencil_one_thread(const float* x, float* out, int n) {
  for (int i = 1; i < n - 1; ++i) out[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1];
}

// MEANING forall i < n: out[i] = x[i]/(exp(-x[i]) + 1)
__device__ float sigmoid(float v) { return 1.f / (1.f + __expf(-v)); }
extern "C" __global__ void silu_helper(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = x[i] * sigmoid(x[i]);
}
extern "C" __global__ void silu_strided(const float* x, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = x[i];
    out[i] = v / (expf(-v) + 1.f);
  }
}
extern "C" __global__ void silu_pairs(const float* x, float* out, int n) {
  int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 2; ++k) {
    if (i + k < n) out[i + k] = __fdividef(x[i + k], 1.f + expf(-x[i + k]));
  }
}
extern "C" __global__ void silu_return(const float* x, float* out, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= (unsigned)n) return;
  float e = expf(0.f - x[i]);
  out[i] = x[i] * __frcp_rn(1.f + e);
}
extern "C" __global__ void silu_backwards(const float* x, float* out, int n) {
  int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= 0) out[i] = x[i] / (1.f + expf(-x[i]));
}
