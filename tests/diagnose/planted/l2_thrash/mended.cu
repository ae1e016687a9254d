// The kernel of a.cu with all vectors in one sweep: a row is read once and used for the four of them.
#define BLOCK 256
#define ROWS 4
#define QUADS 2
#define VECTORS 4

__global__ void products(const float4* matrix, const float4* vectors, float* out, int rows) {
  int warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  float4 x[VECTORS][QUADS];
  float best[VECTORS];
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) {
    best[v] = -INFINITY;
#pragma unroll
    for (int q = 0; q < QUADS; ++q) x[v][q] = vectors[(v * QUADS + q) * 32 + lane];
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
    float4 m[QUADS];
#pragma unroll
    for (int q = 0; q < QUADS; ++q) m[q] = matrix[((size_t)(warp * ROWS + r) * QUADS + q) * 32 + lane];
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
      float sum = 0;
#pragma unroll
      for (int q = 0; q < QUADS; ++q)
        sum += m[q].x * x[v][q].x + m[q].y * x[v][q].y + m[q].z * x[v][q].z + m[q].w * x[v][q].w;
      best[v] = fmaxf(best[v], sum);
    }
  }
#pragma unroll
  for (int v = 0; v < VECTORS; ++v) out[(size_t)v * (rows / ROWS) * 32 + warp * 32 + lane] = best[v];
}
