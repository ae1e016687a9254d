// KERNELS first,second
// SIZES m=5,n=7,k=11 | m=1,n=1,k=1 | m=33,n=17,k=19
// SCHEDULES chain chain_apart product+product
// LAUNCHES 2
// VARIANTS 1
__global__ void first(const float* a, const float* b, float* t, int m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float total = 0;
  for (int l = 0; l < k; ++l) total += a[i * k + l] * b[l * n + j];
  t[i * n + j] = total;
}
__global__ void second(const float* t, const float* d, float* y, int m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= k) return;
  float total = 0;
  for (int l = 0; l < n; ++l) total += t[i * n + l] * d[l * k + j];
  y[i * k + j] = total;
}
