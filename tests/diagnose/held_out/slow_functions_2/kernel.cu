// Fourier features of point clouds (NeRF): sin and cos of 2^k pi x for 12 bands, weighted and summed.
//
// Wrong:  sinf and cosf, each with its own exact range reduction and a polynomial for either half.
// Rules:  24 calls of dozens of instructions for each coordinate, which is four bytes of memory.
// Mend:   sincospif, whose reduction is exact and cheap, or the doubling formulas, or __sincosf after a subtraction.

__global__ void encode(const float* __restrict__ x, float* __restrict__ sum, int bands, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i], total = 0.0f, scale = 3.14159265f;
#pragma unroll 1
  for (int k = 0; k < bands; ++k) {
    total += sinf(v * scale) * 0.7f + cosf(v * scale) * 0.3f;
    scale *= 2.0f;
  }
  sum[i] = total;
}
