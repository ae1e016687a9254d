// GELU of half values in the tanh form, one element per thread.
#include <cuda_fp16.h>

__global__ void gelu(const half* in, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float x = __half2float(in[i]);
  const float inner = 0.7978845608f * (x + 0.044715f * x * x * x);
  out[i] = __float2half(0.5f * x * (1.0f + tanhf(inner)));
}
