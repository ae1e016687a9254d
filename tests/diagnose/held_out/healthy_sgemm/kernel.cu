// Single-precision matrix product: blocks of 128 x 128, 8 x 8 sums per thread, double-buffered slices of depth 8.
//
// Healthy: 64 multiply-adds for four 16-byte shared loads; the FP32 pipe is the ceiling.

#define TILE 128
#define DEPTH 8

__global__ void __launch_bounds__(256, 2) sgemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int m,
                                                int n, int k) {
  __shared__ float as[2][DEPTH][TILE + 4], bs[2][DEPTH][TILE];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  int arow = t / 2, acol = t % 2 * 4, brow = t / 32, bcol = t % 32 * 4;
  const float* ap = a + (size_t)(blockIdx.y * TILE + arow) * k + acol;
  const float* bp = b + (size_t)brow * n + blockIdx.x * TILE + bcol;
  float sum[8][8] = {};
  float4 av = *(const float4*)ap, bv = *(const float4*)bp;
  int now = 0;
  for (int base = 0; base < k; base += DEPTH) {
    as[now][acol][arow] = av.x;
    as[now][acol + 1][arow] = av.y;
    as[now][acol + 2][arow] = av.z;
    as[now][acol + 3][arow] = av.w;
    *(float4*)&bs[now][brow][bcol] = bv;
    __syncthreads();
    if (base + DEPTH < k) {
      av = *(const float4*)(ap + base + DEPTH);
      bv = *(const float4*)(bp + (size_t)(base + DEPTH) * n);
    }
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
      float x[8], y[8];
      *(float4*)&x[0] = *(const float4*)&as[now][d][ty * 4];
      *(float4*)&x[4] = *(const float4*)&as[now][d][64 + ty * 4];
      *(float4*)&y[0] = *(const float4*)&bs[now][d][tx * 4];
      *(float4*)&y[4] = *(const float4*)&bs[now][d][64 + tx * 4];
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
    }
    now ^= 1;
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    size_t row = blockIdx.y * TILE + (i / 4) * 64 + ty * 4 + i % 4;
    float* out = c + row * n + blockIdx.x * TILE + tx * 4;
    *(float4*)out = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    *(float4*)(out + 64) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
  }
}
