// Perlin-like turbulence for terrain: eight octaves of a smooth wave, all data in float.
//
// Wrong:  the constants 2.0, 0.5 and 1.7 have no f, so each octave is computed in double and converted back.
// Rules:  conversions and double arithmetic are most of what the kernel issues.
// Mend:   write 2.0f, 0.5f, 1.7f.

__global__ void turbulence(const float* __restrict__ height, float* __restrict__ out, int octaves, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float p = height[i], sum = 0.0f, amplitude = 1.0f;
  for (int o = 0; o < octaves; ++o) {
    float cell = p - floorf(p);
    float smooth = cell * cell * (3.0 - 2.0 * cell);
    sum = sum + amplitude * (smooth * 2.0 - 1.0);
    amplitude = amplitude * 0.55;
    p = p * 2.03 + 1.7;
  }
  out[i] = sum * 0.5 + 0.25;
}
