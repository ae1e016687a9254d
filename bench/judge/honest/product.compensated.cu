// sums with their rounding errors
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0, low = 0;
  for (int i = 0; i < k; ++i) {
    const float x = a[row * k + i], y = b[i * n + col], p = __fmul_rn(x, y), e = fmaf(x, y, -p), t = __fadd_rn(sum, p);
    const float z = __fsub_rn(t, sum);
    low += __fadd_rn(__fsub_rn(sum, __fsub_rn(t, z)), __fsub_rn(p, z)) + e;
    sum = t;
  }
  c[row * n + col] = sum + low;
}
