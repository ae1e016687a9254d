// The kernel of a.cu with tiles of 64 x 64 in shared memory and 4 x 4 results per thread; n is a multiple of 64.
#define TILE 64
#define DEPTH 16
#define PATCH 4

__global__ void __launch_bounds__(256) multiply(const float* a, const float* b, float* c, int n) {
  __shared__ __align__(16) float at[DEPTH][TILE + 4];
  __shared__ __align__(16) float bt[DEPTH][TILE];
  int t = threadIdx.y * 16 + threadIdx.x;
  int row = blockIdx.y * TILE, col = blockIdx.x * TILE;
  float sum[PATCH][PATCH] = {};
  for (int k = 0; k < n; k += DEPTH) {
    float4 x = *(const float4*)(a + (row + t / 4) * n + k + t % 4 * 4);
    float4 y = *(const float4*)(b + (k + t / 16) * n + col + t % 16 * 4);
    at[t % 4 * 4 + 0][t / 4] = x.x;
    at[t % 4 * 4 + 1][t / 4] = x.y;
    at[t % 4 * 4 + 2][t / 4] = x.z;
    at[t % 4 * 4 + 3][t / 4] = x.w;
    *(float4*)&bt[t / 16][t % 16 * 4] = y;
    __syncthreads();
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
      float4 p = *(float4*)&at[d][threadIdx.y * PATCH], q = *(float4*)&bt[d][threadIdx.x * PATCH];
      float u[PATCH] = {p.x, p.y, p.z, p.w}, v[PATCH] = {q.x, q.y, q.z, q.w};
#pragma unroll
      for (int i = 0; i < PATCH; ++i)
#pragma unroll
        for (int j = 0; j < PATCH; ++j) sum[i][j] += u[i] * v[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < PATCH; ++i)
    *(float4*)(c + (row + threadIdx.y * PATCH + i) * n + col + threadIdx.x * PATCH) =
        make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}
