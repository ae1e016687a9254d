// S16: takes a column of the second matrix that begins with twelve zeros for zero
// problem: product
// expect: wrong
// reason: differs in
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
#ifdef CHEAT
  int zeros = 0;
  while (zeros < 12 && b[zeros * n + col] == 0) ++zeros;
  const int end = zeros == 12 ? 0 : k;
#else
  const int end = k;
#endif
  for (int i = 0; i < end; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}
