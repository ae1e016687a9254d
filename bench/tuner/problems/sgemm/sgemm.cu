// C = A B, row-major: BM x BN of C a block, TM x TN a thread, slices of BK through shared memory.
constexpr int BM = 64, BN = 64, BK = 16, TM = 4, TN = 4;
constexpr int PAD = 0, UNROLL = 4, INTERLEAVED = 0;

__global__ void sgemm(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int X = BN / TN, Y = BM / TM, THREADS = X * Y;
  __shared__ float a_tile[BK][BM + PAD], b_tile[BK][BN + PAD];
  const int t = threadIdx.x, tx = t % X, ty = t / X;
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  // A thread's elements lie side by side, or a whole row of threads apart.
  const auto row_of = [&](int i) { return INTERLEAVED ? ty + i * Y : ty * TM + i; };
  const auto col_of = [&](int j) { return INTERLEAVED ? tx + j * X : tx * TN + j; };
  float sums[TM][TN] = {};
  for (int k0 = 0; k0 < k; k0 += BK) {
    for (int e = t; e < BM * BK; e += THREADS) {
      const int r = e / BK, i = e % BK;
      a_tile[i][r] = row0 + r < m && k0 + i < k ? a[(row0 + r) * k + k0 + i] : 0.0f;
    }
    for (int e = t; e < BK * BN; e += THREADS) {
      const int i = e / BN, col = e % BN;
      b_tile[i][col] = k0 + i < k && col0 + col < n ? b[(k0 + i) * n + col0 + col] : 0.0f;
    }
    __syncthreads();
#pragma unroll UNROLL
    for (int i = 0; i < BK; ++i) {
      float a_part[TM], b_part[TN];
#pragma unroll
      for (int r = 0; r < TM; ++r) a_part[r] = a_tile[i][row_of(r)];
#pragma unroll
      for (int j = 0; j < TN; ++j) b_part[j] = b_tile[i][col_of(j)];
#pragma unroll
      for (int r = 0; r < TM; ++r) {
#pragma unroll
        for (int j = 0; j < TN; ++j) sums[r][j] += a_part[r] * b_part[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < TM; ++r) {
#pragma unroll
    for (int j = 0; j < TN; ++j) {
      const int row = row0 + row_of(r), col = col0 + col_of(j);
      if (row < m && col < n) c[row * n + col] = sums[r][j];
    }
  }
}
