// Transpose through a padded 32 x 32 tile, four elements per thread.
constexpr int k_tile = 32, k_rows = 8;

__global__ void __launch_bounds__(256)
    transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  __shared__ float tile[k_tile][k_tile + 1];
  const int x = blockIdx.x * k_tile + threadIdx.x, y = blockIdx.y * k_tile + threadIdx.y;
#pragma unroll
  for (int i = 0; i < k_tile; i += k_rows)
    if (x < cols && y + i < rows) tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * cols + x];
  __syncthreads();
  const int u = blockIdx.y * k_tile + threadIdx.x, v = blockIdx.x * k_tile + threadIdx.y;
#pragma unroll
  for (int i = 0; i < k_tile; i += k_rows)
    if (u < rows && v + i < cols) out[(v + i) * rows + u] = tile[threadIdx.x][threadIdx.y + i];
}
