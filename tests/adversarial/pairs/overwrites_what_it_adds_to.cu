// S38: overwrites an array that begins at zero
// problem: accumulate
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void accumulate(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  out[i] = 3 * in[i];
}
#else
__global__ void accumulate(const float* in, float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  atomicAdd(out + i, 3 * in[i]);
}
#endif
