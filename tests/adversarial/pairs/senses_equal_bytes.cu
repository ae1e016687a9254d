// S26: works where a word is made of equal bytes
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned word = __float_as_uint(out[i]);
  if (word == (word & 255) * 0x01010101u) out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = fmaf(a[i], factor, b[i]);
}
#endif
