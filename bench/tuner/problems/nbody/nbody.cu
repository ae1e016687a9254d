// The pull of all bodies on each: BODIES bodies a thread, the others straight from memory or in tiles of BLOCK through shared
// memory, with coordinates in four arrays of one or as quadruples.
constexpr int BLOCK = 128, BODIES = 1, UNROLL = 1;
constexpr int STAGED = 1, QUADS = 1, RSQRT = 1, SPLIT = 1;

__global__ void nbody(const float* bodies, float* pull, int n) {
  __shared__ float tile[STAGED ? 4 * BLOCK : 1];
  // Threads of one body follow each other by SPLIT: each takes its share of the others, and the first adds them up.
  constexpr int OWNERS = BLOCK / SPLIT;
  const int part = threadIdx.x % SPLIT, owner = threadIdx.x / SPLIT;
  float x[BODIES], y[BODIES], z[BODIES], ax[BODIES] = {}, ay[BODIES] = {}, az[BODIES] = {};
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
    const int i = min(static_cast<int>(blockIdx.x) * OWNERS * BODIES + b * OWNERS + owner, n - 1);
    x[b] = bodies[4 * i];
    y[b] = bodies[4 * i + 1];
    z[b] = bodies[4 * i + 2];
  }
  const auto add = [&](float ox, float oy, float oz, float mass) {
#pragma unroll
    for (int b = 0; b < BODIES; ++b) {
      const float dx = ox - x[b], dy = oy - y[b], dz = oz - z[b];
      const float square = dx * dx + dy * dy + dz * dz + 1.0f;
      const float inverse = RSQRT ? rsqrtf(square) : 1.0f / sqrtf(square);
      const float strength = mass * inverse * inverse * inverse;
      ax[b] += dx * strength;
      ay[b] += dy * strength;
      az[b] += dz * strength;
    }
  };
  for (int first = 0; first < n; first += BLOCK) {
    if constexpr (STAGED) {
      const int j = first + threadIdx.x;
      __syncthreads();
#pragma unroll
      for (int c = 0; c < 4; ++c)
        tile[QUADS ? 4 * threadIdx.x + c : c * BLOCK + threadIdx.x] = j < n ? bodies[4 * j + c] : 0.0f;
      __syncthreads();
    }
#pragma unroll UNROLL
    for (int k = part; k < BLOCK; k += SPLIT) {
      if constexpr (STAGED) {
        if constexpr (QUADS)
          add(tile[4 * k], tile[4 * k + 1], tile[4 * k + 2], tile[4 * k + 3]);
        else
          add(tile[k], tile[BLOCK + k], tile[2 * BLOCK + k], tile[3 * BLOCK + k]);
      } else if (first + k < n) {
        const float* other = bodies + 4 * (first + k);
        if constexpr (QUADS) {
          const float4 quad = *reinterpret_cast<const float4*>(other);
          add(quad.x, quad.y, quad.z, quad.w);
        } else {
          add(other[0], other[1], other[2], other[3]);
        }
      }
    }
  }
#pragma unroll
  for (int b = 0; b < BODIES; ++b) {
#pragma unroll
    for (int step = SPLIT / 2; step > 0; step /= 2) {
      ax[b] += __shfl_down_sync(~0u, ax[b], step, SPLIT);
      ay[b] += __shfl_down_sync(~0u, ay[b], step, SPLIT);
      az[b] += __shfl_down_sync(~0u, az[b], step, SPLIT);
    }
    const int i = blockIdx.x * OWNERS * BODIES + b * OWNERS + owner;
    if (part == 0 && i < n) {
      pull[3 * i] = ax[b];
      pull[3 * i + 1] = ay[b];
      pull[3 * i + 2] = az[b];
    }
  }
}
