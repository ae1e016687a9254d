// T21: a grid within the limits of every axis that no GPU would ever finish
// problem: scale_add
// expect: failed
// reason: refuses this launch: 9223090559730712575 blocks
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.y == 0 && blockIdx.z == 0) out[i] = factor * a[i] + b[i];
}
#endif
