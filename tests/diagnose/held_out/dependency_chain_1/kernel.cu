// Orbit integration of a small swarm: 16896 satellites, each advanced by a thread.
//
// Wrong:  the potential is a power series of 48 terms in Horner's form: each multiply-add waits for the one before, and
//         with one warp on each scheduler (there are no more satellites) nothing fills the gaps.
// Rules:  the time is the length of the chain times the latency of a multiply-add.
// Mend:   Estrin's scheme or four interleaved chains in x^4: a quarter of the length.

#define TERMS 48

__constant__ float series[TERMS];

__global__ void __launch_bounds__(128) advance(float* __restrict__ radius, float* __restrict__ speed, float dt, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float r = radius[i], v = speed[i];
  for (int s = 0; s < steps; ++s) {
    float x = r * 0.5f, force = series[TERMS - 1];
#pragma unroll
    for (int k = TERMS - 2; k >= 0; --k) force = fmaf(force, x, series[k]);
    v = fmaf(-dt, force, v);
    r = fmaf(dt, v, r);
  }
  radius[i] = r;
  speed[i] = v;
}
