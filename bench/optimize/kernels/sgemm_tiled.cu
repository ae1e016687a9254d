/* whet
[[launch]]
entry = "sgemm_tiled"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["ceil_div(n, 32)", "ceil_div(m, 32)"]
block = [8, 16]
*/
// C = A B, row-major, any sizes: 32 x 32 tiles in shared memory, 2 x 4 elements a thread in registers. A's tile is kept
// transposed, so that a thread reads neighbours of each tile at once.
constexpr int k_block = 32, k_depth = 32, k_rows = 2, k_cols = 4, k_threads = 128;

__global__ void __launch_bounds__(k_threads) sgemm_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ __align__(16) float a_tile[k_depth][k_block + 2];
  __shared__ __align__(16) float b_tile[k_depth][k_block];
  const int lane = threadIdx.y * 8 + threadIdx.x;
  const int row = blockIdx.y * k_block, col = blockIdx.x * k_block;
  float sums[k_rows][k_cols] = {};
  for (int t = 0; t < k; t += k_depth) {
#pragma unroll
    for (int i = lane; i < k_depth * k_block; i += k_threads) {
      const int y = i / k_block, x = i % k_block;
      a_tile[x][y] = row + y < m && t + x < k ? a[(row + y) * k + t + x] : 0.0f;
      b_tile[y][x] = t + y < k && col + x < n ? b[(t + y) * n + col + x] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < k_depth; ++i) {
      const float2 left = *reinterpret_cast<const float2*>(&a_tile[i][threadIdx.y * k_rows]);
      const float4 right = *reinterpret_cast<const float4*>(&b_tile[i][threadIdx.x * k_cols]);
      const float lefts[k_rows] = {left.x, left.y}, rights[k_cols] = {right.x, right.y, right.z, right.w};
#pragma unroll
      for (int y = 0; y < k_rows; ++y) {
#pragma unroll
        for (int x = 0; x < k_cols; ++x) sums[y][x] += lefts[y] * rights[x];
      }
    }
    __syncthreads();
  }
  for (int y = 0; y < k_rows; ++y) {
    for (int x = 0; x < k_cols; ++x) {
      const int c_row = row + threadIdx.y * k_rows + y, c_col = col + threadIdx.x * k_cols + x;
      if (c_row < m && c_col < n) c[c_row * n + c_col] = sums[y][x];
    }
  }
}
