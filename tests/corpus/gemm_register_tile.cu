// C = A B, 128x128x8 a block, 8x8 outputs a thread.

constexpr int k_block = 128, k_depth = 8, k_thread = 8;

__global__ void __launch_bounds__(256) gemm_register_tile(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile_a[k_depth][k_block], tile_b[k_depth][k_block];
  const int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
  float sum[k_thread][k_thread] = {};
  for (int t = 0; t < k; t += k_depth) {
    const int a_row = threadIdx.x >> 1, a_col = (threadIdx.x & 1) * 4;
    const float4 from_a = *reinterpret_cast<const float4*>(&a[(blockIdx.y * k_block + a_row) * k + t + a_col]);
    tile_a[a_col + 0][a_row] = from_a.x;
    tile_a[a_col + 1][a_row] = from_a.y;
    tile_a[a_col + 2][a_row] = from_a.z;
    tile_a[a_col + 3][a_row] = from_a.w;
    const int b_row = threadIdx.x >> 5, b_col = (threadIdx.x & 31) * 4;
    *reinterpret_cast<float4*>(&tile_b[b_row][b_col]) =
        *reinterpret_cast<const float4*>(&b[(t + b_row) * n + blockIdx.x * k_block + b_col]);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < k_depth; ++i) {
      float from_row[k_thread], from_col[k_thread];
#pragma unroll
      for (int j = 0; j < k_thread; j += 4) {
        *reinterpret_cast<float4*>(&from_row[j]) = *reinterpret_cast<const float4*>(&tile_a[i][ty * k_thread + j]);
        *reinterpret_cast<float4*>(&from_col[j]) = *reinterpret_cast<const float4*>(&tile_b[i][tx * k_thread + j]);
      }
#pragma unroll
      for (int y = 0; y < k_thread; ++y) {
#pragma unroll
        for (int x = 0; x < k_thread; ++x) sum[y][x] += from_row[y] * from_col[x];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int y = 0; y < k_thread; ++y) {
#pragma unroll
    for (int x = 0; x < k_thread; x += 4) {
      *reinterpret_cast<float4*>(&c[(blockIdx.y * k_block + ty * k_thread + y) * n + blockIdx.x * k_block + tx * k_thread + x]) =
          make_float4(sum[y][x], sum[y][x + 1], sum[y][x + 2], sum[y][x + 3]);
    }
  }
}
