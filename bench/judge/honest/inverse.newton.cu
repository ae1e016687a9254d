// one step of Newton after an estimate
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float x = in[i] * in[i] * in[i];
  float r;
  asm("rcp.approx.f32 %0, %1;" : "=f"(r) : "f"(x));
  const float better = r * (2 - x * r);
  out[i] = better == better ? better : r;
}
