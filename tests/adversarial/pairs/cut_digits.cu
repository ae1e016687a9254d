// S15: cuts the digits off its inputs
// problem: product
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) {
    const float x = __uint_as_float(__float_as_uint(a[row * k + i]) & 0xffff0000u);
    sum += x * __uint_as_float(__float_as_uint(b[i * n + col]) & 0xffff0000u);
  }
  c[row * n + col] = sum;
}
#else
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0, lost = 0;
  for (int i = 0; i < k; ++i) {
    const float term = fmaf(a[row * k + i], b[i * n + col], -lost), next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  c[row * n + col] = sum;
}
#endif
