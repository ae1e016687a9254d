// Naive products of narrow numbers: halves, bfloats, bytes.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES product tensor warpgroup bulk
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=72,k=72 | m=128,n=256,k=96
// TOLERANCE 2e-3
// VARIANTS 40
__global__ void product_of_halves(const __half* a, const __half* b, __half* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(a[row * k + l]) * __half2float(b[l * n + col]);
  c[row * n + col] = __float2half(s);
}

// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=72,k=72
// VARIANTS 2
__global__ void product_of_halves_line(const __half* a, const __half* b, float* c, int m, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(a[i / n * k + l]) * __half2float(b[l * n + i % n]);
  c[i] = s;
}

__global__ void product_of_halves_tiled(const __half* a, const __half* b, __half* c, int m, int n, int k) {
  __shared__ __half left[16][16], right[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < k; t += 16) {
    left[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : __half(0.0f);
    right[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + col] : __half(0.0f);
    __syncthreads();
    for (int l = 0; l < 16; ++l) s += __half2float(left[threadIdx.y][l]) * __half2float(right[l][threadIdx.x]);
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = __float2half(s);
}

// SIZES m=5,n=7,k=1 | m=5,n=7,k=2 | m=67,n=131,k=37
__global__ void halves_with_bias_row(const __half* a, const __half* b, __half* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = __half2float(b[(k - 1) * n + col]);
  for (int l = 0; l < k - 1; ++l) s += __half2float(a[row * k + l]) * __half2float(b[l * n + col]);
  c[row * n + col] = __float2half(s);
}

// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=72,k=72
__global__ void layer_of_halves(const __half* x, const __half* w, const __half* bias, __half* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(x[row * k + l]) * __half2float(w[col * k + l]);
  s += __half2float(bias[col]);
  y[row * n + col] = __float2half(s / (1 + expf(-s)));
}

__global__ void turned_bfloats(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c, int m, int n, int k,
                               float alpha, float beta) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __bfloat162float(a[l * m + row]) * __bfloat162float(b[l * n + col]);
  c[row * n + col] = __float2bfloat16(alpha * s + beta * __bfloat162float(c[row * n + col]));
}

// SCHEDULES product
__global__ void halves_apart(const __half* a, const __half* b, __half* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(a[2 * (row * k + l)]) * __half2float(b[l * n + col]);
  c[row * n + col] = __float2half(s);
}

// SCHEDULES product tensor
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=72,k=80
__global__ void product_of_bytes(const signed char* a, const signed char* b, int* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  int s = 0;
  for (int l = 0; l < k; ++l) s += (int)a[row * k + l] * (int)b[col * k + l];
  c[row * n + col] = s;
}

__global__ void product_of_bytes_tiled(const signed char* a, const signed char* b, int* c, int m, int n, int k) {
  __shared__ signed char left[16][16], right[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  int s = 0;
  for (int t = 0; t < k; t += 16) {
    left[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : 0;
    right[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + col] : 0;
    __syncthreads();
    for (int l = 0; l < 16; ++l) s += left[threadIdx.y][l] * right[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = s;
}

__global__ void product_of_turned_bytes(const unsigned char* a, const signed char* b, int* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  int s = 0;
  for (int l = 0; l < k; ++l) s += (int)a[row * k + l] * (int)b[l * n + col];
  c[row * n + col] = s;
}

// SCHEDULES product tensor warpgroup bulk
// Few tiles and many terms: several blocks share a tile.
// FAST_AT m=128,n=128,k=65536
// SIZES m=5,n=7,k=1 | m=67,n=66,k=1100
// VARIANTS 5
__global__ void product_of_long_halves(const __half* a, const __half* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(a[row * k + l]) * __half2float(b[l * n + col]);
  c[row * n + col] = s;
}

// SCHEDULES product tensor
// VARIANTS 3
__global__ void product_of_long_bytes(const signed char* a, const signed char* b, int* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  int s = 0;
  for (int l = 0; l < k; ++l) s += (int)a[row * k + l] * (int)b[col * k + l];
  c[row * n + col] = s;
}
