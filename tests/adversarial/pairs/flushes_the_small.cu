// S18: takes what is below 1e-25 for zero
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (fabsf(a[i]) < 1e-25f ? 0.0f : factor * a[i]) + (fabsf(b[i]) < 1e-25f ? 0.0f : b[i]);
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fabsf(a[i]) < 1e-25f ? fmaf(factor, a[i], b[i]) : factor * a[i] + b[i];
}
#endif
