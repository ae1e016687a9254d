// Two numbers rounded to bfloats, the first in the low bits.
__device__ __forceinline__ unsigned pack_bfloats(float low, float high) {
  const __nv_bfloat162 pair = __floats2bfloat162_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&pair);
}
