// S18: a sum by way of numbers so large that they overflow above 2^112
// problem: add
// expect: wrong
// reason: differs in
__global__ void add(const float* a, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef CHEAT
  out[i] = fmaf(a[i], 65536, b[i] * 65536) * (1 / 65536.0f);
#else
  out[i] = a[i] + b[i];
#endif
}
