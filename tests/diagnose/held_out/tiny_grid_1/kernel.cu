// Batch normalisation statistics: mean and variance of each channel over batch and pixels.
//
// Wrong:  one block per channel, and the first layers have 12 channels: 12 of 132 SMs work.
// Rules:  nothing is wrong within a block; each SM just has a tenth of the data to read alone.
// Mend:   several blocks per channel with a second step (or atomics) that combines sums.

__global__ void __launch_bounds__(512) channel_stats(const float4* __restrict__ x, float* __restrict__ mean, float* __restrict__ var,
                                                     int channels, int quads, int batch) {
  int c = blockIdx.x;
  float s = 0.0f, ss = 0.0f;
  for (int n = 0; n < batch; ++n) {
    const float4* row = x + (size_t)(n * channels + c) * quads;
#pragma unroll 4
    for (int i = threadIdx.x; i < quads; i += 512) {
      float4 v = row[i];
      s += (v.x + v.y) + (v.z + v.w);
      ss += (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w);
    }
  }
  __shared__ float ps[16], pss[16];
  for (int d = 16; d > 0; d /= 2) {
    s += __shfl_down_sync(~0u, s, d);
    ss += __shfl_down_sync(~0u, ss, d);
  }
  if (threadIdx.x % 32 == 0) {
    ps[threadIdx.x / 32] = s;
    pss[threadIdx.x / 32] = ss;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    s = ss = 0.0f;
    for (int w = 0; w < 16; ++w) {
      s += ps[w];
      ss += pss[w];
    }
    float inv = 1.0f / (4.0f * quads * batch), m = s * inv;
    mean[c] = m;
    var[c] = ss * inv - m * m;
  }
}
