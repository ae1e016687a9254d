#include <cuda_fp16.h>

__global__ void half_swish(const half* in, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = __half2float(in[i]);
  out[i] = __float2half(x / (1 + expf(-x)));
}
