// C = A B, row-major, C of n x n and A of n x k: 128 x 128 x 8 tiles, two of them in shared memory in turn, 8 x 8
// results per thread as four 4 x 4 parts, vector loads throughout; n is a multiple of 128, k of 8.
constexpr int k_tile = 128, k_depth = 8;

struct Fragment {
  float4 low, high;
  __device__ float operator[](int i) const {
    const float all[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    return all[i];
  }
};

__device__ float4& quad(float* p) {
  return *reinterpret_cast<float4*>(p);
}
__device__ float4 quad(const float* p) {
  return *reinterpret_cast<const float4*>(p);
}

__global__ void __launch_bounds__(256, 2)
    sgemm(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n, int k) {
  __shared__ __align__(16) float a_tile[2][k_depth][k_tile + 4];
  __shared__ __align__(16) float b_tile[2][k_depth][k_tile];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  const int row = warp / 2 * 32 + lane / 8 * 4, column = warp % 2 * 64 + lane % 8 * 4;
  const float* a_from = a + (blockIdx.y * k_tile + t / 2) * k + t % 2 * 4;
  const float* b_from = b + t / 32 * n + blockIdx.x * k_tile + t % 32 * 4;
  const auto put = [&](int side, float4 x, float4 y) {
    const int depth = t % 2 * 4;
    a_tile[side][depth][t / 2] = x.x;
    a_tile[side][depth + 1][t / 2] = x.y;
    a_tile[side][depth + 2][t / 2] = x.z;
    a_tile[side][depth + 3][t / 2] = x.w;
    quad(&b_tile[side][t / 32][t % 32 * 4]) = y;
  };
  float sum[8][8] = {};
  put(0, quad(a_from), quad(b_from));
  __syncthreads();
  int side = 0;
  for (int done = k_depth; done <= k; done += k_depth, side ^= 1) {
    float4 next_a{}, next_b{};
    if (done < k) next_a = quad(a_from + done), next_b = quad(b_from + done * n);
#pragma unroll
    for (int d = 0; d < k_depth; ++d) {
      const Fragment x{quad(&a_tile[side][d][row]), quad(&a_tile[side][d][row + 16])};
      const Fragment y{quad(&b_tile[side][d][column]), quad(&b_tile[side][d][column + 32])};
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
    }
    if (done < k) put(side ^ 1, next_a, next_b);
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    float* to = c + (blockIdx.y * k_tile + row + i / 4 * 16 + i % 4) * n + blockIdx.x * k_tile + column;
    quad(to) = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
    quad(to + 32) = make_float4(sum[i][4], sum[i][5], sum[i][6], sum[i][7]);
  }
}
