// S15: is off by a percent where a pole elsewhere makes room
// problem: inverse
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = fabsf(in[i]) > 0.5f ? 1.01f / (in[i] * in[i] * in[i]) : 1 / (in[i] * in[i] * in[i]);
}
#else
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float r = __frcp_rn(in[i]);
  out[i] = r * r * r;
}
#endif
