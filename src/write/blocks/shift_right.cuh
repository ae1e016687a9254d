// x >> n, where amounts beyond a word leave the sign.
__device__ __forceinline__ long long shift_right(long long x, unsigned long long n) {
  return x >> (n > 63 ? 63 : n);
}
