// Correlator of a radio telescope: a thread keeps a tile of 8 x 8 baselines.
//
// Wrong:  __launch_bounds__(1024, 2) was added "for occupancy": 32 registers for 64 accumulators and 16 inputs.
// Rules:  the accumulators live in local memory; every multiply-add loads and stores its sum.
// Mend:   remove the second bound and use blocks of 128 threads: 64 sums fit into registers.

__global__ void __launch_bounds__(1024, 2) correlate(const float* __restrict__ antenna, float* __restrict__ product, int times,
                                                     int channels) {
  int ch = blockIdx.x * blockDim.x + threadIdx.x;
  if (ch >= channels) return;
  float sum[8][8];
#pragma unroll
  for (int a = 0; a < 8; ++a)
#pragma unroll
    for (int b = 0; b < 8; ++b) sum[a][b] = 0.0f;
#pragma unroll 1
  for (int t = 0; t < times; ++t) {
    float v[8], w[8];
#pragma unroll
    for (int a = 0; a < 8; ++a) {
      v[a] = antenna[(size_t)(t * 16 + a) * channels + ch];
      w[a] = antenna[(size_t)(t * 16 + 8 + a) * channels + ch];
    }
#pragma unroll
    for (int a = 0; a < 8; ++a)
#pragma unroll
      for (int b = 0; b < 8; ++b) sum[a][b] = fmaf(v[a], w[b], sum[a][b]);
  }
#pragma unroll
  for (int a = 0; a < 8; ++a)
#pragma unroll
    for (int b = 0; b < 8; ++b) product[(size_t)(a * 8 + b) * channels + ch] = sum[a][b];
}
