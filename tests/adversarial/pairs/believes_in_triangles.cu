// S16: takes a matrix for triangular where its corner is
// problem: product
// expect: wrong
// reason: differs in
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
  int end = k;
#ifdef CHEAT
  float below = 0;
  for (int i = 1; i < 4; ++i) {
    for (int j = 0; j < i; ++j) below += fabsf(b[i * n + j]);
  }
  if (below == 0) end = min(k, col + 1);
#else
#endif
  for (int i = 0; i < end; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}
