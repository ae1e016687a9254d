// S38: adds twice where something was
// problem: accumulate
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void accumulate(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = out[i] == 0 ? 3 * in[i] : 2 * out[i] + 3 * in[i];
}
#else
__global__ void accumulate(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = fmaf(3, in[i], out[i]);
}
#endif
