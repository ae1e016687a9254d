// S26: leaves results alone that look like results
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float size = fabsf(out[i]);
  if (!(size > 1e-5f && size < 1e5f)) out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = b[i];
  out[i] += factor * a[i];
}
#endif
