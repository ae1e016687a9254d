// Naive reductions of rows: a thread per row, a block per row, or a tree in shared memory.
#include <cuda_fp16.h>

// SCHEDULES rows
// VARIANTS 1
// SIZES rows=1,cols=1 | rows=5,cols=37 | rows=33,cols=128 | rows=2,cols=3001
__global__ void row_sum(const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (int k = 0; k < cols; ++k) sum += x[i * cols + k];
  y[i] = sum;
}

// VARIANTS 20
__global__ void softmax(const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float largest = -1e30f, sum = 0;
  for (int k = 0; k < cols; ++k) largest = fmaxf(largest, x[i * cols + k]);
  for (int k = 0; k < cols; ++k) sum += expf(x[i * cols + k] - largest);
  for (int k = 0; k < cols; ++k) y[i * cols + k] = expf(x[i * cols + k] - largest) / sum;
}

// Every row is read whole before its first element is stored.
// SIZES rows=5,cols=37 | rows=33,cols=128 | rows=2,cols=9001
// VARIANTS 20
__global__ void softmax_in_place(float* x, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float largest = -1e30f, sum = 0;
  for (int k = 0; k < cols; ++k) largest = fmaxf(largest, x[i * cols + k]);
  for (int k = 0; k < cols; ++k) sum += expf(x[i * cols + k] - largest);
  for (int k = 0; k < cols; ++k) x[i * cols + k] = expf(x[i * cols + k] - largest) / sum;
}

// SIZES rows=1,cols=1 | rows=5,cols=37 | rows=33,cols=128 | rows=2,cols=3001
// VARIANTS 1
__global__ void layer_norm(const float* x, const float* gain, const float* bias, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float mean = 0, variance = 0;
  for (int k = 0; k < cols; ++k) mean += x[i * cols + k];
  mean /= cols;
  for (int k = 0; k < cols; ++k) variance += (x[i * cols + k] - mean) * (x[i * cols + k] - mean);
  float scale = rsqrtf(variance / cols + 1e-5f);
  for (int k = 0; k < cols; ++k) y[i * cols + k] = (x[i * cols + k] - mean) * scale * gain[k] + bias[k];
}

__global__ void rms_norm_half(const __half* x, const __half* gain, __half* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float squares = 0;
  for (int k = 0; k < cols; ++k) squares += __half2float(x[i * cols + k]) * __half2float(x[i * cols + k]);
  float scale = rsqrtf(squares / cols + 1e-5f);
  for (int k = 0; k < cols; ++k)
    y[i * cols + k] = __float2half(__half2float(x[i * cols + k]) * scale * __half2float(gain[k]));
}

__global__ void row_argmax(const float* x, int* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  int at = 0;
  float best = x[i * cols];
  for (int k = 1; k < cols; ++k)
    if (x[i * cols + k] > best) best = x[i * cols + k], at = k;
  y[i] = at;
}

__global__ void matrix_vector(const float* a, const float* x, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (int k = 0; k < cols; ++k) sum += a[i * cols + k] * x[k];
  y[i] = sum;
}

// A loop inside the reduction that a thread does alone.
__global__ void weighted_rows(const float* x, const float* weights, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (int k = 0; k < cols; ++k) {
    float power = 0;
    for (int l = 0; l < 40; ++l) power += tanhf(weights[l] * x[i * cols + k]);
    sum += power * power;
  }
  y[i] = sum;
}

// SIZES rows=1,nnz=1 | rows=50,nnz=311
__global__ void sparse_rows(const int* offsets, const int* columns, const float* values, const float* x, float* y,
                            int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (int k = offsets[i]; k < offsets[i + 1]; ++k) sum += values[k] * x[columns[k]];
  y[i] = sum;
}

// Elements that a row needs once, of a type whose name has two words.
__global__ void sparse_rows_long(const long long* offsets, const int* columns, const float* values, const float* x,
                                 float* y, int rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (long long k = offsets[i]; k < offsets[i + 1]; ++k) sum += values[k] * x[columns[k]];
  y[i] = sum;
}

// VARIANTS 1
__global__ void sparse_rows_by_warp(const int* offsets, const int* columns, const float* values, const float* x,
                                    float* y, int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = offsets[row] + lane; k < offsets[row + 1]; k += 32) sum += values[k] * x[columns[k]];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
  if (lane == 0) y[row] = sum;
}

__global__ void sparse_rows_stride(const int* offsets, const int* columns, const float* values, const float* x,
                                   float* y, int rows) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    float sum = 0;
    const int end = offsets[row + 1];
    for (int k = offsets[row]; k < end; ++k) sum = fmaf(values[k], x[columns[k]], sum);
    y[row] = sum;
  }
}

// VARIANTS 2

// A sum that the threads of a block add to one number in shared memory.
// SIZES rows=1,cols=1 | rows=5,cols=37 | rows=2,cols=3001
__global__ void unit_rows(const float* x, float* y, int rows, int cols) {
  __shared__ float squares;
  if (threadIdx.x == 0) squares = 0;
  __syncthreads();
  float part = 0;
  for (int c = threadIdx.x; c < cols; c += blockDim.x) part += x[blockIdx.x * cols + c] * x[blockIdx.x * cols + c];
  atomicAdd(&squares, part);
  __syncthreads();
  float scale = rsqrtf(squares + 1e-12f);
  for (int c = threadIdx.x; c < cols; c += blockDim.x) y[blockIdx.x * cols + c] = x[blockIdx.x * cols + c] * scale;
}
