// Elements of a tile that one branch loads and the other sets to a number, whose bits the compiler stores.

// MEANING forall i < n, j < n: c[n*i + j] = sum(k < n: a[n*i + k]*b[n*k + j])
// SAME 6: rows and columns beyond the edge are not stored; what one tile has beyond the terms the other one has zeros for
extern "C" __global__ void tile_with_zeros(const float* a, const float* b, float* c, int n) {
  __shared__ float left[8][8], right[8][8];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 8 + y, j = blockIdx.x * 8 + x;
  float s = 0;
  for (int k = 0; k < n; k += 8) {
    if (i < n && k + x < n)
      left[y][x] = a[i * n + k + x];
    else
      left[y][x] = 0.0f;
    if (k + y < n && j < n)
      right[y][x] = b[(k + y) * n + j];
    else
      right[y][x] = 0.0f;
    __syncthreads();
    for (int l = 0; l < 8; ++l) s += left[y][l] * right[l][x];
    __syncthreads();
  }
  if (i < n && j < n) c[i * n + j] = s;
}
// MEANING forall i < n: y[i] = product(k < 2: i + 2*k <= 0 or n < i + 2*k ? 1 : x[i + 2*k - 1])
extern "C" __global__ void neighbours_with_ones(const float* x, float* y, int n) {
  __shared__ float tile[130];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  for (int e = t; e < 130; e += 128) {
    int at = blockIdx.x * 128 + e - 1;
    if (at >= 0 && at < n)
      tile[e] = x[at];
    else
      tile[e] = 1.0f;
  }
  __syncthreads();
  if (i < n) y[i] = tile[t] * tile[t + 2];
}
