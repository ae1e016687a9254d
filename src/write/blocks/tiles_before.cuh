// What a tile has published: nothing, what is in it, or what is in it and in all before it. Flag and value are one
// word, so that nobody sees one without the other.
constexpr unsigned kOfTile = 1, kUpToTile = 2;

__device__ __forceinline__ unsigned bits_of(float value) {
  return __float_as_uint(value);
}
__device__ __forceinline__ unsigned bits_of(long long value) {
  return (unsigned)value;
}
__device__ __forceinline__ void take_bits(unsigned bits, float& value) {
  value = __uint_as_float(bits);
}
__device__ __forceinline__ void take_bits(unsigned bits, long long& value) {
  value = (int)bits;
}

template <typename T>
__device__ __forceinline__ void publish(unsigned long long* word, unsigned flag, T value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word),
               "l"((unsigned long long)flag << 32 | bits_of(value))
               : "memory");
}
__device__ __forceinline__ unsigned long long published(const unsigned long long* word) {
  unsigned long long found;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(found) : "l"(word) : "memory");
  return found;
}

// Combines all tiles before this one: a warp looks back at 32 tiles at a time until one knows those before it. Called
// by one warp; every lane gets the result. Tiles must be begun in order.
template <typename T, typename Fold>
__device__ __forceinline__ T tiles_before(unsigned long long* words, long long tile, T total, T nothing, Fold fold) {
  const int lane = threadIdx.x % 32;
  T before = nothing;
  if (tile > 0 && lane == 0) publish(words + tile, kOfTile, total);
  for (long long last = tile - 1; last >= 0; last -= 32) {
    unsigned flag = kUpToTile;
    T value = nothing;
    if (lane <= last) {
      unsigned long long word = published(words + last - lane);
      while (word >> 32 == 0) word = published(words + last - lane);
      flag = (unsigned)(word >> 32);
      take_bits((unsigned)word, value);
    }
    const unsigned complete = __ballot_sync(0xffffffffu, flag == kUpToTile);
    const int end = complete != 0 ? __ffs(complete) - 1 : 31;
    before = fold(reduce_lanes<32>(lane <= end ? value : nothing, fold), before);
    if (complete != 0) break;
  }
  if (lane == 0) publish(words + tile, kUpToTile, fold(before, total));
  return before;
}
