// AdamW step in one pass, four parameters per thread by 16-byte loads and stores.
//
// Healthy: seven streams (four read, three written), each byte moved once; DRAM is the ceiling.

__global__ void __launch_bounds__(256) adamw(float4* __restrict__ param, const float4* __restrict__ grad, float4* __restrict__ m,
                                             float4* __restrict__ v, float rate, float decay, int quads) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= quads) return;
  float4 p = param[i], g = grad[i], a = m[i], b = v[i];
  float* pp = &p.x;
  float* gg = &g.x;
  float* aa = &a.x;
  float* bb = &b.x;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    aa[k] = 0.9f * aa[k] + 0.1f * gg[k];
    bb[k] = 0.999f * bb[k] + 0.001f * gg[k] * gg[k];
    pp[k] -= rate * (aa[k] * __frsqrt_rn(bb[k] + 1e-8f) + decay * pp[k]);
  }
  param[i] = p;
  m[i] = a;
  v[i] = b;
}
