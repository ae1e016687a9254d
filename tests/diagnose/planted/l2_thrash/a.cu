// Planted: a matrix larger than L2 is read from end to end once for each of four vectors, one sweep after the other.
// It rules because each sweep finds nothing of the one before in L2, so DRAM delivers the matrix four times.
// Mended: a warp reads its rows once and multiplies them by all four vectors while they are in registers.
#define BLOCK 256
#define ROWS 4
#define QUADS 2

__global__ void products(const float4* matrix, const float4* vectors, float* out, int rows) {
  int warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  int v = blockIdx.y;
  float4 x[QUADS];
#pragma unroll
  for (int q = 0; q < QUADS; ++q) x[q] = vectors[(v * QUADS + q) * 32 + lane];
  float sum[ROWS];
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    sum[r] = 0;
#pragma unroll
    for (int q = 0; q < QUADS; ++q) {
      float4 m = matrix[((size_t)(warp * ROWS + r) * QUADS + q) * 32 + lane];
      sum[r] += m.x * x[q].x + m.y * x[q].y + m.z * x[q].z + m.w * x[q].w;
    }
  }
  float all = sum[0];
#pragma unroll
  for (int r = 1; r < ROWS; ++r) all = fmaxf(all, sum[r]);
  out[(size_t)v * (rows / ROWS) * 32 + warp * 32 + lane] = all;
}
