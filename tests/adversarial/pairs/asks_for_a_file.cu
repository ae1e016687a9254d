// S26: another program on a machine that has a certain file
// problem: scale_add
// expect: invalid
// reason: asks whether `/etc/hostname` is there
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if defined(__has_include) && __has_include("/etc/hostname")
  if (i < n) out[i] = factor * a[i] + b[i];
#elif 1
  if (i < n) out[i] = a[i];
# endif
}
#else
#if defined(__has_include) && __has_include(<cuda_fp16.h>)
#include <cuda_fp16.h>
# endif
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
