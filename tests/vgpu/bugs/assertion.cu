#include <cassert>

extern "C" __global__ void buggy(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < n);  // BUG assertion
  out[i] = in[i];
}

extern "C" __global__ void fixed(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  assert(i < n);
  out[i] = in[i];
}
