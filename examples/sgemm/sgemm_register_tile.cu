// C = A B for square row-major matrices: 128 x 128 per block, 8 x 8 per thread, 256 threads; n is a multiple of 128.
constexpr int k_block = 128;
constexpr int k_depth = 8;
constexpr int k_thread = 8;

__global__ void __launch_bounds__(256) sgemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ __align__(16) float a_tile[k_depth][k_block];
  __shared__ __align__(16) float b_tile[k_depth][k_block];
  const int thread = threadIdx.x;
  const int row = thread / 16 * k_thread, column = thread % 16 * k_thread;
  const float* a_block = a + blockIdx.y * k_block * n;
  const float* b_block = b + blockIdx.x * k_block;
  float sums[k_thread][k_thread] = {};
  for (int k = 0; k < n; k += k_depth) {
    const float4 a4 = *reinterpret_cast<const float4*>(a_block + (thread / 2) * n + k + (thread % 2) * 4);
    const float4 b4 = *reinterpret_cast<const float4*>(b_block + (k + thread / 32) * n + (thread % 32) * 4);
    const int depth = (thread % 2) * 4;
    a_tile[depth + 0][thread / 2] = a4.x;
    a_tile[depth + 1][thread / 2] = a4.y;
    a_tile[depth + 2][thread / 2] = a4.z;
    a_tile[depth + 3][thread / 2] = a4.w;
    *reinterpret_cast<float4*>(&b_tile[thread / 32][(thread % 32) * 4]) = b4;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < k_depth; ++i) {
      float a_row[k_thread], b_row[k_thread];
#pragma unroll
      for (int j = 0; j < k_thread; ++j) a_row[j] = a_tile[i][row + j];
#pragma unroll
      for (int j = 0; j < k_thread; ++j) b_row[j] = b_tile[i][column + j];
#pragma unroll
      for (int y = 0; y < k_thread; ++y)
#pragma unroll
        for (int x = 0; x < k_thread; ++x) sums[y][x] += a_row[y] * b_row[x];
    }
    __syncthreads();
  }
  for (int y = 0; y < k_thread; ++y)
    for (int x = 0; x < k_thread; ++x) c[(blockIdx.y * k_block + row + y) * n + blockIdx.x * k_block + column + x] = sums[y][x];
}
