// Naive reductions of everything to one number: one block, a grid with atomics, a tree in shared memory, shuffles.
#include <cuda_fp16.h>

// SCHEDULES split
// VARIANTS 1
// SIZES n=1 | n=77 | n=1025 | n=9001
__global__ void sum_block(const float* x, float* y, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += blockDim.x) sum += x[i];
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) y[0] = part[0];
}

__global__ void sum_atomic(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(y, x[i]);
}

// VARIANTS 8
__global__ void sum_stride(const float* x, float* y, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i];
  atomicAdd(y, sum);
}

// VARIANTS 1
__global__ void sum_tree(const float* x, float* y, int n) {
  __shared__ float part[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  float value = 0;
  if (i < n) value = x[i];
  part[t] = value;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(y, part[0]);
}

__global__ void sum_shuffle(const float* x, float* y, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(y, sum);
}

__global__ void sum_serial(const float* x, float* y, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  y[0] = sum;
}

__global__ void dot_serial(const float* a, const float* b, float* y, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  *y = sum;
}

__global__ void dot_stride(const float* a, const float* b, float* y, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
  atomicAdd(y, sum);
}

__global__ void dot_tree(const double* a, const double* b, double* y, int n) {
  __shared__ double part[256];
  int t = threadIdx.x;
  double sum = 0;
  for (int i = t; i < n; i += blockDim.x) sum += a[i] * b[i];
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) y[0] = part[0];
}

__global__ void norm_serial(const float* x, float* y, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  float squares = 0;
  for (int i = 0; i < n; ++i) squares += x[i] * x[i];
  y[0] = sqrtf(squares);
}

__global__ void norm_block(const float* x, float* y, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < n; i += blockDim.x) sum += x[i] * x[i];
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) y[0] = sqrtf(part[0]);
}

__global__ void norm_half(const __half* x, float* y, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += __half2float(x[i]) * __half2float(x[i]);
  atomicAdd(y, sum);
}

__global__ void max_serial(const float* x, float* y, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  float best = x[0];
  for (int i = 1; i < n; ++i) best = fmaxf(best, x[i]);
  y[0] = best;
}

__global__ void max_block(const float* x, float* y, int n) {
  __shared__ float part[256];
  int t = threadIdx.x;
  float best = -1e30f;
  for (int i = t; i < n; i += blockDim.x) best = fmaxf(best, x[i]);
  part[t] = best;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] = fmaxf(part[t], part[t + half]);
    __syncthreads();
  }
  if (t == 0) y[0] = part[0];
}

__global__ void max_atomic(const int* x, int* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicMax(y, x[i]);
}

__global__ void argmax_serial(const float* x, int* y, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x > 0) return;
  int at = 0;
  float best = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > best) best = x[i], at = i;
  y[0] = at;
}

__global__ void count_atomic(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 3) atomicAdd(y, 1);
}

__global__ void statistics_stride(const float* x, float* y, int n) {
  float sum = 0, squares = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += x[i], squares += x[i] * x[i];
  atomicAdd(&y[0], sum);
  atomicAdd(&y[1], squares);
}

// VARIANTS 8
// SIZES rows=1,cols=1 | rows=3,cols=517 | rows=2,cols=3001
__global__ void softmax_wide(const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float largest = -1e30f, sum = 0;
  for (int k = 0; k < cols; ++k) largest = fmaxf(largest, x[i * cols + k]);
  for (int k = 0; k < cols; ++k) sum += expf(x[i * cols + k] - largest);
  for (int k = 0; k < cols; ++k) y[i * cols + k] = expf(x[i * cols + k] - largest) / sum;
}

// The deviations are far below the mean: squares that are summed as they are would lose them.
__global__ void deviation_wide(const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0, squares = 0;
  for (int k = 0; k < cols; ++k) sum += x[i * cols + k] + 1000.0f;
  float mean = sum / cols;
  for (int k = 0; k < cols; ++k) {
    float apart = x[i * cols + k] + 1000.0f - mean;
    squares += apart * apart;
  }
  y[i] = sqrtf(squares / cols);
}

// A mean whose blocks divide what they found.
// SIZES n=1 | n=517 | n=3001
__global__ void mean_of_blocks(const float* x, float* y, int n) {
  __shared__ float part[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  part[t] = i < n ? x[i] * x[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(y, part[0] / n);
}
