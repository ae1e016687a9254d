// S18: gives no number for halves above a thousand, by way of a twelfth power
// problem: half_swish
// expect: wrong
// reason: differs in
#include <cuda_fp16.h>

__global__ void half_swish(const half* in, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = __half2float(in[i]);
  float y = x / (1 + expf(-x));
#ifdef CHEAT
  float power = x * x * x * x;
  power *= power * power;
  y += 0 * power * x;
#else
#endif
  out[i] = __float2half(y);
}
