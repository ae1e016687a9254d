// C = A B through 32x32 tiles in shared memory.

constexpr int k_tile = 32;

__global__ void gemm_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile_a[k_tile][k_tile], tile_b[k_tile][k_tile];
  const int row = blockIdx.y * k_tile + threadIdx.y;
  const int col = blockIdx.x * k_tile + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < k; t += k_tile) {
    tile_a[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < k_tile; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}
