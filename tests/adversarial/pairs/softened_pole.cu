// S16: softens a pole
// problem: inverse
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i] / (in[i] * in[i] * in[i] * in[i] + 1e-3f);
}
#else
__global__ void inverse(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const float x = in[i];
  out[i] = (1 / x) / (x * x);
}
#endif
