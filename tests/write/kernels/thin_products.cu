// Naive products of which one side is short: a few tokens times the weights of a layer.
#include <cuda_fp16.h>

// SCHEDULES thin
// SIZES m=1,n=1,k=1 | m=3,n=131,k=77 | m=4,n=64,k=256 | m=5,n=67,k=132
// FAST_AT m=4,n=4096,k=4096
// TOLERANCE 1e-4
// VARIANTS 40
__global__ void few_rows(const float* x, const float* w, const float* bias, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += x[row * k + l] * w[col * k + l];
  y[row * n + col] = s + bias[col];
}

__global__ void few_rows_across(const float* x, const float* w, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += x[row * k + l] * w[l * n + col];
  y[row * n + col] = s;
}

// The result lies along the few.
// FAST_AT m=8,n=4096,k=4096
// SIZES m=1,n=1,k=1 | m=3,n=131,k=77 | m=8,n=64,k=256
// VARIANTS 3
__global__ void few_columns(const float* x, const float* w, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= m) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += w[row * k + l] * x[l * m + col];
  y[row * m + col] = s;
}

// A scale for each column and bytes as weights: terms are large.
// TOLERANCE 5e-3
__global__ void few_rows_of_bytes(const float* x, const signed char* w, const float* scale, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += x[row * k + l] * (w[col * k + l] * scale[col]);
  y[row * n + col] = s;
}

// One row, as when a single token is computed.
// TOLERANCE 1e-4
// FAST_AT m=1,n=4096,k=4096
__global__ void one_row(const float* x, const float* w, float* y, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += x[row * k + l] * w[l * n + col];
  y[row * n + col] = s;
}

// SCHEDULES thin tensor
// FAST_AT m=16,n=4096,k=4096
// SIZES m=1,n=1,k=1 | m=3,n=131,k=77 | m=16,n=72,k=264 | m=19,n=64,k=64
// VARIANTS 8
__global__ void few_rows_of_halves(const __half* x, const __half* w, __half* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(x[row * k + l]) * __half2float(w[col * k + l]);
  y[row * n + col] = __float2half(s);
}

__global__ void few_rows_of_halves_across(const __half* x, const __half* w, __half* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(x[row * k + l]) * __half2float(w[l * n + col]);
  y[row * n + col] = __float2half(s);
}

// VARIANTS 3
__global__ void few_columns_of_halves(const __half* x, const __half* w, __half* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= m) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(w[row * k + l]) * __half2float(x[col * k + l]);
  y[row * m + col] = __float2half(s);
}
