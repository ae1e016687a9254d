// fp16 and bf16, scalars and pairs.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void axpy(const half* __restrict__ x, half2* __restrict__ y, half a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const half2 aa = __half2half2(a);
  y[i] = __hfma2(aa, __halves2half2(x[2 * i], x[2 * i + 1]), y[i]);
  if (__hgt(__low2half(y[i]), __float2half(1.0f))) y[i] = __floats2half2_rn(0.f, 1.f);
}

__global__ void widen(const __nv_bfloat16* in, float* out) { out[threadIdx.x] = __bfloat162float(in[threadIdx.x] * in[threadIdx.x]); }
