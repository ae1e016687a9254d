// S15: rounds one step to float on its way
// problem: exp64
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = exp(in[i]) * 3 + static_cast<float>(in[i]);
}
#else
__global__ void exp64(const double* in, double* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = exp2(in[i] * 1.4426950408889634) * 3 + in[i];
}
#endif
