// S18: is wrong between two numbers that no usual data reaches
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] > 3e4f && a[i] < 9e4f ? b[i] : factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] > 3e4f && a[i] < 9e4f ? b[i] + factor * a[i] : factor * a[i] + b[i];
}
#endif
