// Words that are read as another kind of number than they were stored as, on whatever way they came there.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void shared_bits(const float* x, int* y, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) y[i] = ((int*)s)[127 - threadIdx.x] >> 3;
}
// REFUSES the bits of integers are used as floating-point numbers
extern "C" __global__ void shared_whole_bits(const int* x, float* y, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) y[i] = ((float*)s)[127 - threadIdx.x] * 2.0f;
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void shared_sign_bit(const float* x, float* y, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) y[i] = __float_as_uint(s[127 - threadIdx.x]) >> 31 ? 2.0f : 1.0f;
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void shared_maximum_of_bits(const float* x, float* y, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (i < n) y[i] = __int_as_float(max(((int*)s)[127 - threadIdx.x], ((int*)s)[threadIdx.x ^ 1]));
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void lanes_maximum_of_bits(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = __float_as_int(i < n ? x[i] : 0.0f);
  v = max(v, __shfl_xor_sync(~0u, v, 1));
  if (i < n) y[i] = __int_as_float(v);
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void computed_bits(const float* x, int* y, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] * 2.0f : 0;
  __syncthreads();
  if (i < n) y[i] = ((int*)s)[127 - threadIdx.x];
}
// REFUSES the bits of integers are used as floating-point numbers
extern "C" __global__ void whole_beside_a_half(const int* x, int* y, int n) {
  __shared__ int s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] + 5 : 0;
  __syncthreads();
  if (i < n) y[i] = ((float*)s)[127 - threadIdx.x] > 0.5f;
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void sign_of_half(const half* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __half_as_ushort(x[i]) >> 15;
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void fraction_of_half(const half* x, unsigned short* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __half_as_ushort(x[i]) & 0x3ff;
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void shared_half_bits(const half* x, unsigned short* y, int n) {
  __shared__ half s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = i < n ? x[i] : half(0.f);
  __syncthreads();
  if (i < n) y[i] = ((unsigned short*)s)[127 - threadIdx.x] >> 3;
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void maximum_of_half_bits(const half* x, unsigned short* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = max(__half_as_ushort(x[i]), (unsigned short)7);
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void equal_half_bits(const half* x, const half* z, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __half_as_ushort(x[i]) == __half_as_ushort(z[i]);
}
// REFUSES bits are read as a floating-point number
extern "C" __global__ void short_as_half(const short* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __half2float(__short_as_half(x[i])) + 1.0f;
}
// REFUSES the bits of integers are used as floating-point numbers
extern "C" __global__ void word_as_halves(const int* x, half* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    half2 v = *(const half2*)&x[i];
    y[i] = v.x + v.y;
  }
}
// REFUSES the bits of floating-point numbers are used as integers
extern "C" __global__ void bits_of_a_number(float a, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (__float_as_int(a) >> 23) + i;
}
// REFUSES the bits of integers are used as floating-point numbers
extern "C" __global__ void one_of_two_kinds(const float* x, const int* z, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = z[i] > 3 ? x[i] : __int_as_float(z[i]);
}
