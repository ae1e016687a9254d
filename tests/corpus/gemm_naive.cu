// C = A B, one output a thread.

__global__ void gemm_naive(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

__global__ void gemv(const float* __restrict__ a, const float* __restrict__ x, float* y, int rows, int cols) {
  const int row = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
  if (row >= rows) return;
  float sum = 0.0f;
  for (int c = threadIdx.x & 31; c < cols; c += 32) sum = fmaf(a[static_cast<long>(row) * cols + c], x[c], sum);
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if ((threadIdx.x & 31) == 0) y[row] = sum;
}
