// The kernel of a.cu with the vectors on the fast axis of the grid: blocks that run together share rows.
#define BLOCK 256

__global__ void products(const float4* matrix, const float4* vectors, float* out, int rows, int quads) {
  int row = (blockIdx.y * BLOCK + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  int v = blockIdx.x;
  if (row >= rows) return;
  float sum = 0;
#pragma unroll 4
  for (int q = lane; q < quads; q += 32) {
    float4 m = matrix[(size_t)row * quads + q];
    float4 x = vectors[v * quads + q];
    sum += m.x * x.x + m.y * x.y + m.z * x.z + m.w * x.w;
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) out[v * rows + row] = sum;
}
