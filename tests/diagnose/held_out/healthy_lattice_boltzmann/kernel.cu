// Lattice Boltzmann D2Q9, collision in place on nine planes (structure of arrays), two cells per thread.
//
// Healthy: 18 streams of coalesced 8-byte accesses, each value moved once each way; DRAM is the ceiling.

__global__ void __launch_bounds__(256) collide(float2* __restrict__ f, float omega, int pairs) {
  const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  const float cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  const float cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= pairs) return;
  float2 g[9];
#pragma unroll
  for (int q = 0; q < 9; ++q) g[q] = f[(size_t)q * pairs + i];
#pragma unroll
  for (int h = 0; h < 2; ++h) {
    float rho = 0, ux = 0, uy = 0;
#pragma unroll
    for (int q = 0; q < 9; ++q) {
      float v = h ? g[q].y : g[q].x;
      rho += v;
      ux += cx[q] * v;
      uy += cy[q] * v;
    }
    float inv = __fdividef(1.0f, rho);
    ux *= inv;
    uy *= inv;
    float usq = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int q = 0; q < 9; ++q) {
      float cu = 3.0f * (cx[q] * ux + cy[q] * uy);
      float feq = w[q] * rho * (1.0f + cu + 0.5f * cu * cu - usq);
      float& v = h ? g[q].y : g[q].x;
      v += omega * (feq - v);
    }
  }
#pragma unroll
  for (int q = 0; q < 9; ++q) f[(size_t)q * pairs + i] = g[q];
}
