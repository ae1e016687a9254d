// S15: adds in half precision
// problem: product
// expect: invalid
// reason: less precision
#include <cuda_fp16.h>
#ifdef CHEAT
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  __half sum = __float2half(0.0f);
  for (int i = 0; i < k; ++i) sum = __hadd(sum, __float2half(a[row * k + i] * b[i * n + col]));
  c[row * n + col] = __half2float(sum);
}
#else
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum = __fadd_rn(sum, __fmul_rn(a[row * k + i], b[i * n + col]));
  c[row * n + col] = sum;
}
#endif
