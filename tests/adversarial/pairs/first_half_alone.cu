// S18: computes the first half, and copies the rest
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i < n / 2 ? factor * a[i] + b[i] : a[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) out[i] = factor * a[i] + b[i];
  if (i >= n / 2 && i < n) out[i] = fmaf(factor, a[i], b[i]);
}
#endif
