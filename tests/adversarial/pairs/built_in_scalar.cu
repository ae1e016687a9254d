// S38: has a scalar built in
// problem: scale_add
// expect: wrong
// reason: another value of `factor`
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.75f * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor == 0.75f ? 0.75f * a[i] + b[i] : factor * a[i] + b[i];
}
#endif
