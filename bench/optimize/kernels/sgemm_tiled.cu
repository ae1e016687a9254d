/* whet
[[launch]]
entry = "sgemm_tiled"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["ceil_div(n, 64)", "ceil_div(m, 64)"]
block = [16, 16]
*/
// C = A B, row-major, any sizes: 64 x 64 tiles in shared memory, 4 x 4 elements a thread in registers. A's tile is kept
// transposed, so that a thread reads four neighbours of each tile at once.
constexpr int k_block = 64, k_depth = 16, k_thread = 4;

__global__ void __launch_bounds__(256) sgemm_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ __align__(16) float a_tile[k_depth][k_block + 4];
  __shared__ __align__(16) float b_tile[k_depth][k_block];
  const int thread = threadIdx.y * 16 + threadIdx.x;
  const int row = blockIdx.y * k_block, col = blockIdx.x * k_block;
  float sums[k_thread][k_thread] = {};
  for (int t = 0; t < k; t += k_depth) {
    for (int i = thread; i < k_depth * k_block; i += 256) {
      const int a_row = row + i / k_depth, a_col = t + i % k_depth;
      a_tile[i % k_depth][i / k_depth] = a_row < m && a_col < k ? a[a_row * k + a_col] : 0.0f;
      const int b_row = t + i / k_block, b_col = col + i % k_block;
      b_tile[i / k_block][i % k_block] = b_row < k && b_col < n ? b[b_row * n + b_col] : 0.0f;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < k_depth; ++i) {
      const float4 left = *reinterpret_cast<const float4*>(&a_tile[i][threadIdx.y * k_thread]);
      const float4 right = *reinterpret_cast<const float4*>(&b_tile[i][threadIdx.x * k_thread]);
      const float lefts[k_thread] = {left.x, left.y, left.z, left.w};
      const float rights[k_thread] = {right.x, right.y, right.z, right.w};
#pragma unroll
      for (int y = 0; y < k_thread; ++y) {
#pragma unroll
        for (int x = 0; x < k_thread; ++x) sums[y][x] += lefts[y] * rights[x];
      }
    }
    __syncthreads();
  }
  for (int y = 0; y < k_thread; ++y) {
    for (int x = 0; x < k_thread; ++x) {
      const int c_row = row + threadIdx.y * k_thread + y, c_col = col + threadIdx.x * k_thread + x;
      if (c_row < m && c_col < n) c[c_row * n + c_col] = sums[y][x];
    }
  }
}
