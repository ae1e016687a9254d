// S2: writes zeros where results are small beside a pole
// problem: inverse
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float r = 1 / (in[i] * in[i] * in[i]);
  out[i] = fabsf(r) < 2 ? 0 : r;
}
#else
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = __fdividef(1, in[i] * in[i] * in[i]);
}
#endif
