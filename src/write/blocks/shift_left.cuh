// x << n, where amounts beyond a word leave nothing.
__device__ __forceinline__ long long shift_left(long long x, unsigned long long n) {
  return n > 63 ? 0 : (long long)((unsigned long long)x << n);
}
