// Transpose of a complex matrix between the passes of a 2-D FFT, by padded tiles in shared memory.
//
// Healthy: rows are read and written whole, no bank conflicts, each byte moved once; DRAM is the ceiling.

__global__ void __launch_bounds__(256) transpose(const float2* __restrict__ in, float2* __restrict__ out, int width, int height) {
  __shared__ float2 tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
  for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * height + x] = tile[threadIdx.x][threadIdx.y + k];
}
