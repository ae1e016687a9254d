// S18: a sign bit that is asked for by a comparison, which -0 does not pass
// problem: sign_bit
// expect: wrong
// reason: differs in
__global__ void sign_bit(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
#ifdef CHEAT
  if (i < n) out[i] = in[i] < 0 ? 1 : 0;
#else
  if (i < n) out[i] = __float_as_uint(in[i]) >> 31;
#endif
}
