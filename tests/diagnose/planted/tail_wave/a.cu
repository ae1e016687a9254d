// Planted: 136 long and equal blocks of which an SM holds one, on 132 SMs: four blocks run alone after all others.
// It rules because the second wave takes as long as the first and uses 3 % of the GPU; inside a block the pipes are
// busy. Mended: the same work in 1056 blocks of an eighth of the length, or in a multiple of 132.
#define LANES 40

__global__ void __launch_bounds__(1024) orbit(const float* start, float* end, int steps) {
  int i = blockIdx.x * 1024 + threadIdx.x;
  float x[LANES];
#pragma unroll
  for (int k = 0; k < LANES; ++k) x[k] = start[i] + 0.01f * k;
#pragma unroll 1
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int k = 0; k < LANES; ++k) x[k] = x[k] * 0.999f + 0.001f;
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < LANES; ++k) sum += x[k];
  end[i] = sum;
}
