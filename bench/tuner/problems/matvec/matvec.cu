// y = A x, row-major: LANES threads a row, ROWS rows a thread, VEC elements a load; x from memory or through shared memory.
constexpr int BLOCK = 128, LANES = 32, ROWS = 1, VEC = 1;
constexpr int UNROLL = 1, STAGED = 0, CHUNK = 1024;

template <int N>
struct alignas(4 * N) Pack {
  float v[N];
};

__global__ void matvec(const float* a, const float* x, float* y, int rows, int cols) {
  __shared__ alignas(16) float part[STAGED ? CHUNK : 1];
  constexpr int GROUPS = BLOCK / LANES;
  const int lane = threadIdx.x % LANES, group = threadIdx.x / LANES;
  const int row0 = (blockIdx.x * GROUPS + group) * ROWS;
  float sums[ROWS] = {};
  for (int first = 0; first < cols; first += STAGED ? CHUNK : cols) {
    const int end = STAGED ? min(first + CHUNK, cols) : cols;
    if constexpr (STAGED) {
      __syncthreads();
      for (int i = threadIdx.x; i < end - first; i += BLOCK) part[i] = x[first + i];
      __syncthreads();
    }
#pragma unroll UNROLL
    for (int col = first + lane * VEC; col < end; col += LANES * VEC) {
      const auto factor = *reinterpret_cast<const Pack<VEC>*>(STAGED ? part + (col - first) : x + col);
#pragma unroll
      for (int r = 0; r < ROWS; ++r) {
        const int row = min(row0 + r, rows - 1);
        const auto pack = *reinterpret_cast<const Pack<VEC>*>(a + static_cast<size_t>(row) * cols + col);
#pragma unroll
        for (int v = 0; v < VEC; ++v) sums[r] += pack.v[v] * factor.v[v];
      }
    }
  }
#pragma unroll
  for (int r = 0; r < ROWS; ++r) {
#pragma unroll
    for (int step = LANES / 2; step > 0; step /= 2) sums[r] += __shfl_down_sync(~0u, sums[r], step, LANES);
    if (lane == 0 && row0 + r < rows) y[row0 + r] = sums[r];
  }
}
