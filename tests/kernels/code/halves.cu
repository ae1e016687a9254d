// Half and bfloat16 numbers: pairs, comparisons, functions, and 8-bit floats beside them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void half_axpy(half2* y, const half2* x, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma2(__float2half2_rn(a), x[i], y[i]);
}

__global__ void half_each(const half* a, const half* b, half* out) {
  const half x = a[threadIdx.x], y = b[threadIdx.x];
  half* to = out + 10 * threadIdx.x;
  to[0] = x + y, to[1] = x - y, to[2] = x * y, to[3] = x / y, to[4] = __hfma(x, y, x), to[5] = __hmax(x, y), to[6] = __hmin(x, y);
  to[7] = __habs(x), to[8] = __hneg(y), to[9] = __hadd_sat(x, y);
}

__global__ void bfloat_each(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out) {
  const __nv_bfloat16 x = a[threadIdx.x], y = b[threadIdx.x];
  __nv_bfloat16* to = out + 8 * threadIdx.x;
  to[0] = x + y, to[1] = x - y, to[2] = x * y, to[3] = x / y, to[4] = __hfma(x, y, x), to[5] = __hmax(x, y), to[6] = __hmin(x, y);
  to[7] = __hneg(x);
}

__global__ void half_compares(const half2* a, const half2* b, unsigned* out) {
  const half2 x = a[threadIdx.x], y = b[threadIdx.x];
  unsigned bits = __hbeq2(x, y) | __hblt2(x, y) << 1 | __hble2(x, y) << 2 | __hbgt2(x, y) << 3 | __hbne2(x, y) << 4;
  bits |= __hlt(__low2half(x), __low2half(y)) << 5 | __hge(__high2half(x), __high2half(y)) << 6;
  out[2 * threadIdx.x] = bits;
  out[2 * threadIdx.x + 1] = __heq2_mask(x, y) ^ (__hlt2_mask(x, y) & 0x5555aaaau);
}

__global__ void half_functions(const half* in, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const half x = in[i];
  out[i] = hexp(x), out[n + i] = hlog(x), out[2 * n + i] = hsqrt(x), out[3 * n + i] = hrsqrt(x), out[4 * n + i] = hsin(x);
  out[5 * n + i] = hcos(x), out[6 * n + i] = hrcp(x), out[7 * n + i] = hfloor(x), out[8 * n + i] = hrint(x), out[9 * n + i] = htanh(x);
}

// Words of two halves taken apart and put together.
__global__ void half_words(const half2* in, half2* out, unsigned* words) {
  const half2 v = in[threadIdx.x], w = in[threadIdx.x ^ 1];
  out[4 * threadIdx.x] = __lowhigh2highlow(v), out[4 * threadIdx.x + 1] = __lows2half2(v, w);
  out[4 * threadIdx.x + 2] = __highs2half2(v, w), out[4 * threadIdx.x + 3] = __halves2half2(__high2half(v), __low2half(w));
  words[threadIdx.x] = __half_as_ushort(__low2half(v)) * 65537u;
}

__global__ void half_conversions(const half* in, int* ints, float* floats, half* back) {
  const int i = threadIdx.x;
  const half x = in[i];
  ints[4 * i] = __half2int_rn(x), ints[4 * i + 1] = __half2int_rd(x), ints[4 * i + 2] = __half2short_ru(x);
  ints[4 * i + 3] = __half2ushort_rz(x);
  floats[i] = __half2float(x);
  back[4 * i] = __int2half_rn(i * 37), back[4 * i + 1] = __float2half_rz(__half2float(x) * 1.001f);
  back[4 * i + 2] = __float2half_ru(__half2float(x) * 1.001f), back[4 * i + 3] = __ushort2half_rn(static_cast<unsigned short>(i * 1999));
}

// Sums in float of products in half, a block a row; GELU at the end.
__global__ void half_rows(const half2* a, const half2* x, half* out, int cols2) {
  __shared__ float box[4];
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols2; c += 128) {
    const float2 p = __half22float2(__hmul2(a[blockIdx.x * cols2 + c], x[c]));
    sum += p.x + p.y;
  }
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if ((threadIdx.x & 31) == 0) box[threadIdx.x >> 5] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  sum = box[0] + box[1] + box[2] + box[3];
  out[blockIdx.x] = __float2half(0.5f * sum * (1.0f + erff(sum * 0.70710678f)));
}

__global__ void half_atomics(half2* sums, const half2* in, const int* where, __nv_bfloat16* single, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  atomicAdd(&sums[where[i]], in[i]);
  atomicAdd(&single[where[i]], __float2bfloat16(1.0f));
}

// 8-bit floats with a scale a row.
__global__ void quantise_fp8(const float* in, __nv_fp8_storage_t* out, float* scales, int cols) {
  const float* row = in + blockIdx.x * cols;
  float high = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 32) high = fmaxf(high, fabsf(row[c]));
  for (int offset = 16; offset > 0; offset >>= 1) high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, offset));
  const float scale = high / 448.0f;
  for (int c = threadIdx.x; c < cols; c += 32) {
    out[blockIdx.x * cols + c] = __nv_cvt_float_to_fp8(row[c] / scale, __NV_SATFINITE, __NV_E4M3);
  }
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
}

__global__ void dequantise_fp8(const __nv_fp8_storage_t* e4m3, const __nv_fp8_storage_t* e5m2, half* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[2 * i] = __nv_cvt_fp8_to_halfraw(e4m3[i], __NV_E4M3);
  out[2 * i + 1] = __nv_cvt_fp8_to_halfraw(e5m2[i], __NV_E5M2);
}
