// KERNELS first,second
// SIZES m=5,n=7,k=11 | m=33,n=24,k=40
// SCHEDULES tensor+tensor
// REFUSED would be reduced again for every element
// LAUNCHES 2
// TOLERANCE 4e-3
#include <cuda_fp16.h>
__global__ void first(const __half* a, const __half* b, __half* t, int m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float total = 0;
  for (int l = 0; l < k; ++l) total += __half2float(a[i * k + l]) * __half2float(b[l * n + j]);
  t[i * n + j] = __float2half(total);
}
__global__ void second(const __half* t, const __half* d, __half* y, int m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= k) return;
  float total = 0;
  for (int l = 0; l < n; ++l) total += __half2float(t[i * n + l]) * __half2float(d[l * k + j]);
  y[i * k + j] = __float2half(total);
}
