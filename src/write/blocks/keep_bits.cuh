// The low bits of a number; with a negative count as a signed number.
template <int kBits>
__device__ __forceinline__ long long keep_bits(long long x) {
  constexpr int kDropped = 64 - (kBits < 0 ? -kBits : kBits);
  const unsigned long long high = (unsigned long long)x << kDropped;
  return kBits < 0 ? (long long)high >> kDropped : (long long)(high >> kDropped);
}
