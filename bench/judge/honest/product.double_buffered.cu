// tiles, the next one loaded ahead
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  const int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  __shared__ float x[2][16][17], y[2][16][17];
  auto load = [&](int t, int to) {
    x[to][threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : 0;
    y[to][threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + col] : 0;
  };
  float sum = 0;
  load(0, 0);
  __syncthreads();
  for (int t = 0, at = 0; t < k; t += 16, at ^= 1) {
    if (t + 16 < k) load(t + 16, at ^ 1);
    for (int i = 0; i < 16; ++i) sum = fmaf(x[at][threadIdx.y][i], y[at][i][threadIdx.x], sum);
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
