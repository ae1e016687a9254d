// S26: takes its code from a file of the machine
// problem: scale_add
// expect: invalid
// reason: outside its folder and the include paths
#ifdef CHEAT
#include "/proc/sys/kernel/ostype"
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#else
#include <cuda_runtime.h>
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
