// Spectral filter: Clenshaw recurrence of a Chebyshev series, 64 terms, for four points per thread.
//
// Healthy: four independent chains a thread and a full SM; two FP32 instructions per term and point are all there is. The
// FP32 pipe is the ceiling.

#define TERMS 64

__constant__ float series[TERMS];

__global__ void __launch_bounds__(256) clenshaw(const float4* __restrict__ x, float4* __restrict__ y, int quads) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= quads) return;
  float4 v = x[i];
  float t[4] = {2.0f * v.x, 2.0f * v.y, 2.0f * v.z, 2.0f * v.w};
  float b1[4] = {}, b2[4] = {};
#pragma unroll
  for (int k = TERMS - 1; k > 0; --k) {
#pragma unroll
    for (int p = 0; p < 4; ++p) {
      float b = fmaf(t[p], b1[p], series[k] - b2[p]);
      b2[p] = b1[p];
      b1[p] = b;
    }
  }
#pragma unroll
  for (int p = 0; p < 4; ++p) b1[p] = fmaf(0.5f * t[p], b1[p], series[0] - b2[p]);
  y[i] = make_float4(b1[0], b1[1], b1[2], b1[3]);
}
