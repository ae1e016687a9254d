// The GPU's side of a random kernel.
#define WHET_BOTH __device__
#define WHET_APART __device__ __noinline__
#define WHET_CONSTANT __constant__

__device__ inline unsigned raw_bits(float x) {
  return __float_as_uint(x);
}
__device__ inline unsigned long long raw_bits(double x) {
  return (unsigned long long)__double_as_longlong(x);
}
__device__ inline float from_bits(unsigned x) {
  return __uint_as_float(x);
}
__device__ inline double from_bits(unsigned long long x) {
  return __longlong_as_double((long long)x);
}
