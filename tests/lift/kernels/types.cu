#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
// MEANING forall i < n: y[i] = 2*e4m3(x[i])
extern "C" __global__ void numbers_of_8_bits(const __nv_fp8_e4m3* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * (float)x[i];
}
// MEANING forall i < n: y[i] = sum(k < n: e4m3(w[k])*e5m2(x[i]))
extern "C" __global__ void bits_of_numbers(const __nv_fp8_storage_t* x, const __nv_fp8_e4m3* w, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += (float)w[k] * __half2float(__half(__nv_cvt_fp8_to_halfraw(x[i], __NV_E5M2)));
  y[i] = sum;
}
// MEANING forall i < n: y[i] = x[i] + x[i]
extern "C" __global__ void halves(const __half* x, __half* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hadd(x[i], x[i]);
}
// MEANING forall i < n: y[i] = half(2*x[i])
extern "C" __global__ void halves_in_float(const __half* x, __half* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float2half(2 * __half2float(x[i]));
}
// MEANING forall i < 2*n: y[i] = half(2*x[i])
extern "C" __global__ void pairs_in_float(const __half2* x, __half2* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 f = __half22float2(x[i]);
  f.x *= 2;
  f.y *= 2;
  y[i] = __float22half2_rn(f);
}
// MEANING forall i < 2*n: y[i] = x[i]*x[i]
extern "C" __global__ void pairs(const __half2* x, __half2* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hmul2(x[i], x[i]);
}
// MEANING forall i < n: y[i] = bfloat16(x[i] + 1)
extern "C" __global__ void bfloats(const __nv_bfloat16* x, __nv_bfloat16* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __float2bfloat16(__bfloat162float(x[i]) + 1.f);
}
// MEANING forall i < n: y[i] = int(min(255, max(0, 1.5*real(x[i]))))
extern "C" __global__ void bytes(const unsigned char* x, unsigned char* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned char)fminf(fmaxf(x[i] * 1.5f, 0.f), 255.f);
}
// MEANING forall i < n: y[i] = max(-128, min(127, int(rint(x[i]/s))))
extern "C" __global__ void quantised(const float* x, signed char* y, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int q = __float2int_rn(x[i] / s);
  y[i] = max(-128, min(127, q));
}
// MEANING forall i < n: y[i] = 3*x[i]
extern "C" __global__ void shorts(const short* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * 3;
}
// MEANING forall i < n: y[i] = xor(and(240, x[i]), or(3, x[i]))
extern "C" __global__ void masks(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (x[i] & 0xf0) ^ (x[i] | 3);
}
// MEANING forall i < n: bins[x[i]] += 1
extern "C" __global__ void byte_histogram(const unsigned char* x, unsigned* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i]], 1u);
}
// MEANING y[0] = sum(k < 32: x[k])
extern "C" __global__ void doubles_between_lanes(const double* x, double* y) {
  double v = x[threadIdx.x];
  for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
  if (threadIdx.x == 0) *y = v;
}
// MEANING forall i < gridDim.x*(blockDim.x/32): y[i] = sum(k < 32: x[32*i + k] <= 0 ? 0 : 1)
extern "C" __global__ void votes(const int* x, int* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = __ballot_sync(~0u, x[i] > 0);
  if (threadIdx.x % 32 == 0) y[i / 32] = __popc(m);
}
// A type whose name says nothing.
using element = __nv_bfloat16;
// MEANING forall i < n: y[i] = x[i]*x[i]
extern "C" __global__ void square_of_alias(const element* x, element* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * x[i];
}
