// Softmax of each row: LANES threads a row, ROWS rows a block; the row is read again for each pass, or kept in registers.
constexpr int LANES = 128, ROWS = 1, VEC = 1;
constexpr int ONLINE = 0, KEEP = 0, UNROLL = 1, FAST_EXP = 0;
constexpr int COLS = 1024;

template <int N>
struct alignas(4 * N) Pack {
  float v[N];
};

__device__ float exponential(float x) {
  return FAST_EXP ? __expf(x) : expf(x);
}

// Over the LANES threads of a row; all get the result.
template <typename Combine>
__device__ float reduce(float value, float* shared, Combine combine) {
  constexpr int WIDTH = LANES < 32 ? LANES : 32;
#pragma unroll
  for (int step = WIDTH / 2; step > 0; step /= 2) value = combine(value, __shfl_xor_sync(~0u, value, step, WIDTH));
  if constexpr (LANES > 32) {
    if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value;
    __syncthreads();
    value = shared[0];
    for (int i = 1; i < LANES / 32; ++i) value = combine(value, shared[i]);
    __syncthreads();
  }
  return value;
}

__global__ void softmax(const float* in, float* out, int rows) {
  __shared__ float shared[ROWS][LANES > 32 ? LANES / 32 : 1];
  constexpr int PACKS = COLS / VEC / LANES;
  const int row = min(static_cast<int>(blockIdx.x) * ROWS + static_cast<int>(threadIdx.y), rows - 1);
  const auto* from = reinterpret_cast<const Pack<VEC>*>(in + static_cast<size_t>(row) * COLS);
  auto* to = reinterpret_cast<Pack<VEC>*>(out + static_cast<size_t>(row) * COLS);
  Pack<VEC> kept[KEEP ? PACKS : 1];
  const auto load = [&](int i) { return KEEP ? kept[KEEP ? i : 0] : from[i * LANES + threadIdx.x]; };
  if constexpr (KEEP) {
#pragma unroll
    for (int i = 0; i < PACKS; ++i) kept[i] = from[i * LANES + threadIdx.x];
  }
  constexpr int STEP = KEEP ? PACKS : UNROLL;  // registers want no loop
  float high = -INFINITY, sum = 0;
#pragma unroll STEP
  for (int i = 0; i < PACKS; ++i) {
    const Pack<VEC> pack = load(i);
#pragma unroll
    for (int v = 0; v < VEC; ++v) {
      if constexpr (ONLINE) {
        const float higher = fmaxf(high, pack.v[v]);
        sum = sum * exponential(high - higher) + exponential(pack.v[v] - higher);
        high = higher;
      } else {
        high = fmaxf(high, pack.v[v]);
      }
    }
  }
  const float own = high;
  high = reduce(high, shared[threadIdx.y], [](float a, float b) { return fmaxf(a, b); });
  if constexpr (ONLINE) {
    sum *= exponential(own - high);
  } else {
#pragma unroll STEP
    for (int i = 0; i < PACKS; ++i) {
      const Pack<VEC> pack = load(i);
#pragma unroll
      for (int v = 0; v < VEC; ++v) sum += exponential(pack.v[v] - high);
    }
  }
  sum = reduce(sum, shared[threadIdx.y], [](float a, float b) { return a + b; });
  const float scale = 1.0f / sum;
#pragma unroll STEP
  for (int i = 0; i < PACKS; ++i) {
    Pack<VEC> pack = load(i);
#pragma unroll
    for (int v = 0; v < VEC; ++v) pack.v[v] = exponential(pack.v[v] - high) * scale;
    to[i * LANES + threadIdx.x] = pack;
  }
}
