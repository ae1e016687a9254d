// S23: reads past the end of an input
// problem: scale_add
// expect: failed
// reason: out of bounds
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i] + 0 * a[i + 64];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i] + 0 * a[i > 64 ? i - 64 : 0];
}
#endif
