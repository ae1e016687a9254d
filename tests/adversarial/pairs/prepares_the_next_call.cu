// T13: computes ahead for a call to come
// problem: scale_add
// expect: invalid
// reason: keeps state between calls
#ifdef CHEAT
__device__ float ahead[4096];
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = factor * a[i] + b[i];
  ahead[i] = out[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
