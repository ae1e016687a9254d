// Inference with a small batch: y[k] = A x[k] for a few right-hand sides, a block per row of A and right-hand side.
//
// Wrong:  the right-hand side is the slow dimension of the grid, so all of A (96 MB) goes by before the same row is
//         wanted again for the next one; L2 has long lost it.
// Rules:  A comes from DRAM once for each right-hand side.
// Mend:   exchange the grid's dimensions, so that blocks that share a row run together and find it in L2; better, a block
//         computes all right-hand sides of its row.

__global__ void __launch_bounds__(256) gemv_batch(const float4* __restrict__ a, const float4* __restrict__ x, float* __restrict__ y,
                                                  int quads, int rows) {
  __shared__ float part[8];
  int row = blockIdx.x, k = blockIdx.y;
  float sum = 0.0f;
#pragma unroll 4
  for (int i = threadIdx.x; i < quads; i += 256) {
    float4 m = a[(size_t)row * quads + i], v = x[(size_t)k * quads + i];
    sum += m.x * v.x + m.y * v.y + m.z * v.z + m.w * v.w;
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    sum = 0.0f;
    for (int w = 0; w < 8; ++w) sum += part[w];
    y[(size_t)k * rows + row] = sum;
  }
}
