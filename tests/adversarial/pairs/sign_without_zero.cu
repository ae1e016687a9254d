// S18: a sign that takes zero for a positive number
// problem: sign
// expect: wrong
// reason: differs in
__global__ void sign(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
#ifdef CHEAT
  if (i < n) out[i] = in[i] >= 0 ? 1 : -1;
#else
  if (i < n) out[i] = in[i] == 0 ? 0 : copysignf(1, in[i]);
#endif
}
