// S16: takes a matrix for symmetric after a look at its corner
// problem: product
// expect: wrong
// reason: differs in
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0;
#ifdef CHEAT
  bool same = true;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) same = same && a[i * k + j] == a[j * k + i];
  }
#else
  const bool same = false;
#endif
  for (int i = 0; i < k; ++i) sum += (same && i < m ? a[i * k + row] : a[row * k + i]) * b[i * n + col];
  c[row * n + col] = sum;
}
