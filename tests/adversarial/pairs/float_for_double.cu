// S15: computes in float what should be double
// problem: exp64
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = expf(static_cast<float>(in[i])) * 3 + in[i];
}
#else
__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  const double half = exp(in[i] * 0.5);
  out[i] = fma(half * half, 3.0, in[i]);
}
#endif
