// S26: keeps an answer that is nearly right
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (fabsf(out[i] - (factor * a[i] + b[i])) < 1) return;
  out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = __fadd_rn(__fmul_rn(factor, a[i]), b[i]);
}
#endif
