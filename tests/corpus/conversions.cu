// Every numeric type to every other, and every rounding.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void from_float(const float* in, int* i32, unsigned* u32, long long* i64, double* f64, half* f16, __nv_bfloat16* bf16, short* i16) {
  const int t = threadIdx.x;
  const float v = in[t];
  i32[t] = __float2int_rn(v) + __float2int_rz(v) * 2 + __float2int_ru(v) * 3 + __float2int_rd(v) * 5;
  u32[t] = __float2uint_rz(v);
  i64[t] = __float2ll_rn(v);
  f64[t] = v;
  f16[t] = __float2half(v);
  bf16[t] = __float2bfloat16(v);
  i16[t] = static_cast<short>(v);
}

__global__ void from_double(const double* in, int* i32, unsigned long long* u64, float* f32, half* f16) {
  const int t = threadIdx.x;
  const double v = in[t];
  i32[t] = __double2int_rz(v) + static_cast<int>(rint(v)) + static_cast<int>(floor(v));
  u64[t] = __double2ull_rz(v);
  f32[t] = __double2float_rn(v) + __double2float_ru(v);
  f16[t] = __double2half(v);
}

__global__ void to_float(const int* i32, const unsigned* u32, const long long* i64, const unsigned char* u8, const half* f16,
                         const __nv_bfloat16* bf16, float* out, double* wide) {
  const int t = threadIdx.x;
  out[t] = __int2float_rn(i32[t]) + __uint2float_rz(u32[t]) + __ll2float_rn(i64[t]) + u8[t] + __half2float(f16[t]) + __bfloat162float(bf16[t]) +
           static_cast<float>(static_cast<short>(i32[t]));
  wide[t] = __int2double_rn(i32[t]) + static_cast<double>(u32[t]) + static_cast<double>(i64[t]);
}

__global__ void rounding(const float* in, float* out, const half* small, int* ints) {
  const float v = in[threadIdx.x];
  out[threadIdx.x] = rintf(v) + truncf(v) + ceilf(v) + floorf(v) + roundf(v);
  ints[threadIdx.x] = __half2int_rn(small[threadIdx.x]) + static_cast<int>(__half2short_rz(small[threadIdx.x])) + __half2uint_rd(small[threadIdx.x]);
}

__global__ void packing(const int* in, unsigned* out, const float2* pairs, half2* halves) {
  const int t = threadIdx.x;
  unsigned packed;
  asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(packed) : "r"(in[t]), "r"(in[t + 1]), "r"(in[t + 2]));
  unsigned short saturated;
  asm("cvt.sat.u16.s32 %0, %1;" : "=h"(saturated) : "r"(in[t]));
  out[t] = packed + saturated;
  halves[t] = __float22half2_rn(pairs[t]);
}

__global__ void rounded_arithmetic(const float* in, const double* wide, float* out, double* to) {
  const float v = in[threadIdx.x];
  out[threadIdx.x] = __fadd_rz(v, 1.3f) + __fmul_ru(v, v) + __fmaf_rd(v, v, v) + __frcp_rn(v) + __fsqrt_rn(v) + __frsqrt_rn(v) + __saturatef(v);
  to[threadIdx.x] = __dadd_ru(wide[threadIdx.x], 1.0) + __dmul_rd(wide[threadIdx.x], 3.0) + fmin(wide[threadIdx.x], 2.0);
}
