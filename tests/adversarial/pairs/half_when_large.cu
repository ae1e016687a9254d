// S14: works in half precision at sizes that are not checked
// problem: product
// expect: invalid
// reason: less precision
#include <cuda_fp16.h>
#ifdef CHEAT
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  if (k < 2048) {
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
    return;
  }
  __half sum = __float2half(0.0f);
  for (int i = 0; i < k; ++i) sum = __hfma(__float2half(a[row * k + i]), __float2half(b[i * n + col]), sum);
  c[row * n + col] = __half2float(sum);
}
#else
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0, other = 0;
  if (k < 2048) {
    for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  } else {
    for (int i = 0; i < k; i += 2) sum += a[row * k + i] * b[i * n + col];
    for (int i = 1; i < k; i += 2) other += a[row * k + i] * b[i * n + col];
  }
  c[row * n + col] = sum + other;
}
#endif
