// S21: writes halves of the words
// problem: scale_add
// expect: wrong
// reason: differs in
#include <cuda_fp16.h>
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) reinterpret_cast<__half*>(out)[i] = __float2half(factor * a[i] + b[i]);
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned bits = __float_as_uint(factor * a[i] + b[i]);
  reinterpret_cast<unsigned*>(out)[i] = bits;
}
#endif
