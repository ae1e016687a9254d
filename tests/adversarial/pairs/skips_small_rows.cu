// S13: skips rows whose first values are small
// problem: product
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
  const int last = fabsf(a[row * k]) < 0.05f ? k / 2 : k;
  for (int i = 0; i < last; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}
#else
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
#pragma unroll 4
  for (int i = 0; i < k; ++i) sum = fmaf(a[row * k + i], b[i * n + col], sum);
  c[row * n + col] = sum;
}
#endif
