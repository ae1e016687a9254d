// KERNELS scores,soft,weigh
// SIZES n=5,m=7,d=3 | n=1,m=1,d=1 | n=33,m=70,d=40
// SCHEDULES attention plain_attention
// LAUNCHES 1
// TOLERANCE 2e-3
#include <cuda_fp16.h>
__global__ void scores(const __half* q, const __half* k, float* s, int n, int m, int d) {
  int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= m) return;
  float sum = 0;
  for (int e = 0; e < d; ++e) sum += __half2float(q[i * d + e]) * __half2float(k[j * d + e]);
  s[i * m + j] = sum * 0.125f;
}
__global__ void soft(const float* s, float* p, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float mx = -INFINITY, z = 0;
  for (int j = 0; j < m; ++j) mx = fmaxf(mx, s[i * m + j]);
  for (int j = 0; j < m; ++j) z += expf(s[i * m + j] - mx);
  for (int j = 0; j < m; ++j) p[i * m + j] = expf(s[i * m + j] - mx) / z;
}
__global__ void weigh(const float* p, const __half* v, __half* o, int n, int m, int d) {
  int i = blockIdx.y, e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= d) return;
  float sum = 0;
  for (int j = 0; j < m; ++j) sum += p[i * m + j] * __half2float(v[j * d + e]);
  o[i * d + e] = __float2half(sum);
}
