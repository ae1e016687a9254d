// The kernel of a.cu in blocks of 128 threads, which fill the SMs evenly.
#define LANES 40

__global__ void __launch_bounds__(128) orbit(const float* start, float* end, int steps) {
  int i = blockIdx.x * 128 + threadIdx.x;
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
