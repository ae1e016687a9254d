// KERNELS multiply,add_bias,relu
// SIZES m=5,n=37,k=11 | m=1,n=1,k=1 | m=33,n=65,k=17
// SCHEDULES product
// LAUNCHES 1
// VARIANTS 1
__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  float total = 0;
  for (int l = 0; l < k; ++l) total += a[i * k + l] * b[l * n + j];
  c[i * n + j] = total;
}
__global__ void add_bias(float* c, const float* bias, int m, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) c[i * n + j] += bias[j];
}
__global__ void relu(const float* c, float* y, int m, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < m && j < n) y[i * n + j] = fmaxf(c[i * n + j], 0.0f);
}
