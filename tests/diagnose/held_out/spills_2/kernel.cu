// Chemistry: explicit steps of a mechanism with 40 species per grid cell, all kept by one thread.
//
// Wrong:  the project is built with -maxrregcount=32, chosen years ago for another GPU.
// Rules:  40 concentrations and their rates do not fit; each step stores and reloads them through local memory.
// Mend:   drop the flag: about 100 registers, no spills.

#define SPECIES 40

__global__ void react(const float* __restrict__ start, float* __restrict__ end, float dt, int steps, int cells) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= cells) return;
  float y[SPECIES];
#pragma unroll
  for (int s = 0; s < SPECIES; ++s) y[s] = start[(size_t)s * cells + c];
#pragma unroll 1
  for (int step = 0; step < steps; ++step) {
    float rate[SPECIES];
#pragma unroll
    for (int s = 0; s < SPECIES; ++s)
      rate[s] = y[(s + 1) % SPECIES] * y[(s + 7) % SPECIES] - y[s] * y[(s + 13) % SPECIES];
#pragma unroll
    for (int s = 0; s < SPECIES; ++s) y[s] = fmaf(dt, rate[s], y[s]);
  }
#pragma unroll
  for (int s = 0; s < SPECIES; ++s) end[(size_t)s * cells + c] = y[s];
}
