// Half and bfloat16 arithmetic, comparisons and functions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void half_pairs(const half2* a, const half2* b, half2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  half2 v = __hfma2(a[i], b[i], __hadd2(a[i], __hmul2(b[i], b[i])));
  v = __hmin2(__hmax2(v, a[i]), b[i]);
  v = __hfma2_relu(v, a[i], b[i]);
  out[i] = __hgt2(v, b[i]);
  if (__hbge2(v, a[i])) out[i] = __hsub2(v, __hneg2(a[i]));
}

__global__ void half_scalars(const half* a, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const half v = a[i];
  out[i] = __hadd(hexp2(v), __hmul(hrcp(v), hsqrt(v))) + hsin(v) + hrsqrt(v) + __habs(v) + hlog2(v);
  if (__hlt(v, __float2half(0.5f))) out[i] = __hfma_sat(v, v, v);
  unsigned short packed = __half_as_ushort(v);
  asm("tanh.approx.f16 %0, %0; ex2.approx.f16 %0, %0;" : "+h"(packed));
  out[i] += __ushort_as_half(packed);
}

__global__ void bfloat_pairs(const __nv_bfloat162* a, const __nv_bfloat162* b, __nv_bfloat162* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#if __CUDA_ARCH__ >= 800
  __nv_bfloat162 v = __hfma2(a[i], b[i], __hadd2(a[i], b[i]));
  v = __hmax2(__hmul2(v, a[i]), b[i]);
  out[i] = __hlt2(v, a[i]);
#else
  out[i] = __floats2bfloat162_rn(__low2float(a[i]) * __low2float(b[i]), __high2float(a[i]));
#endif
}

__global__ void dot_halves(const half2* a, const half2* b, float* out, int n) {
  half2 sum = __float2half2_rn(0.0f);
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum = __hfma2(a[i], b[i], sum);
  for (int offset = 16; offset > 0; offset >>= 1) sum = __hadd2(sum, __shfl_xor_sync(0xffffffffu, sum, offset));
  out[threadIdx.x] = __low2float(sum) + __high2float(sum);
}
