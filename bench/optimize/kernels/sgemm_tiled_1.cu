/* whet
[[launch]]
entry = "sgemm_tiled"
args = ["a", "b", "c", "m", "n", "k"]
grid = ["ceil_div(n, 64)", "ceil_div(m, 64)"]
block = [128]
*/
// C = A B, row-major, any sizes: 64 x 64 of C a block, 8 x 4 of it a thread in registers, so that one value read from shared
// memory serves four or eight multiply-adds. A's tile is kept transposed: a thread reads neighbours of both tiles.
constexpr int k_tile = 64, k_depth = 16, k_rows = 8, k_cols = 4, k_threads = 128;
constexpr int k_loads = k_tile * k_depth / 4 / k_threads;  // of four values, a thread and tile

// Four neighbours of a row; zero beyond the matrix.
__device__ float4 load4(const float* from, int row, int col, int rows, int cols) {
  const float* at = from + static_cast<size_t>(row) * cols + col;
  const bool inside = row < rows;
  return make_float4(inside && col < cols ? at[0] : 0.0f, inside && col + 1 < cols ? at[1] : 0.0f,
                     inside && col + 2 < cols ? at[2] : 0.0f, inside && col + 3 < cols ? at[3] : 0.0f);
}

__device__ void store4(float* to, const float* values, int row, int col, int rows, int cols) {
  float* at = to + static_cast<size_t>(row) * cols + col;
  for (int x = 0; x < 4; ++x) {
    if (row < rows && col + x < cols) at[x] = values[x];
  }
}

__global__ void __launch_bounds__(k_threads) sgemm_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  constexpr int k_pitch = k_tile;
  __shared__ __align__(16) float a_tiles[2][k_depth][k_pitch];
  constexpr int k_buffers = 1;
  __shared__ __align__(16) float b_tiles[2][k_depth][k_tile];
  constexpr bool k_ahead = false;
  const int thread = threadIdx.x, x = thread % 16 * k_cols, y = thread / 16 * k_rows;
  const int row = blockIdx.y * k_tile, col = blockIdx.x * k_tile;
  float4 a_next[k_loads], b_next[k_loads];
  const auto fetch = [&](int t) {
#pragma unroll
    for (int i = 0; i < k_loads; ++i) {
      const int at = thread + i * k_threads;
      a_next[i] = load4(a, row + at / 4, t + at % 4 * 4, m, k);
      b_next[i] = load4(b, t + at / 16, col + at % 16 * 4, k, n);
    }
  };
  const auto stage = [&](int buffer) {
#pragma unroll
    for (int i = 0; i < k_loads; ++i) {
      const int at = thread + i * k_threads, depth = at % 4 * 4;
      a_tiles[buffer][depth][at / 4] = a_next[i].x;
      a_tiles[buffer][depth + 1][at / 4] = a_next[i].y;
      a_tiles[buffer][depth + 2][at / 4] = a_next[i].z;
      a_tiles[buffer][depth + 3][at / 4] = a_next[i].w;
      *reinterpret_cast<float4*>(&b_tiles[buffer][at / 16][at % 16 * 4]) = b_next[i];
    }
  };
  float sums[k_rows][k_cols] = {};
  int buffer = 0;
  if (k_ahead) fetch(0);
  for (int t = 0; t < k; t += k_depth) {
    if (!k_ahead) fetch(t);
    if (k_buffers == 1) __syncthreads();  // the tiles are read by now
    stage(buffer);
    __syncthreads();
    if (k_ahead && t + k_depth < k) fetch(t + k_depth);
#pragma unroll
    for (int i = 0; i < k_depth; ++i) {
      float left[k_rows], right[k_cols];
#pragma unroll
      for (int r = 0; r < k_rows; ++r) left[r] = a_tiles[buffer][i][y + r];
#pragma unroll
      for (int s = 0; s < k_cols; ++s) right[s] = b_tiles[buffer][i][x + s];
#pragma unroll
      for (int r = 0; r < k_rows; ++r) {
#pragma unroll
        for (int s = 0; s < k_cols; ++s) sums[r][s] += left[r] * right[s];
      }
    }
    buffer = (buffer + 1) % k_buffers;
  }
#pragma unroll
  for (int r = 0; r < k_rows; ++r) store4(c, sums[r], row + y + r, col + x, m, n);
}
