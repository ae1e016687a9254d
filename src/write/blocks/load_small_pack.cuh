// Loads those of kCount elements of one or two bytes that are among the first `valid` ones; the others are zero. They
// stay the words that came until they are used: taking them apart at once would wait for them.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_small_pack(const T* from, long long valid, bool is_wide) {
  if constexpr (sizeof(T) * kCount < 8) {
    return load_pack<kCount>(from, valid, is_wide);
  } else {
    const HeldWords<T, kCount> held = load_words<kCount>(from, valid, is_wide);
    Pack<T, kCount> pack;
#pragma unroll
    for (int w = 0; w < sizeof(held) / 4; ++w) reinterpret_cast<unsigned*>(&pack)[w] = held.words[w];
    return pack;
  }
}
