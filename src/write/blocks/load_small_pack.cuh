// Loads those of kCount elements of one or two bytes that are among the `left` ones; the others are zero. They stay the
// words that came until they are used: taking them apart at once would wait for them.
template <int kCount, typename T>
__device__ __forceinline__ Pack<T, kCount> load_small_pack(const T* from, long long left, bool is_wide) {
  constexpr int kWords = sizeof(T) * kCount / 4;
  if constexpr (kWords < 2) {
    return load_pack<kCount>(from, left, is_wide);
  } else {
    Pack<T, kCount> pack;
    unsigned words[kWords];
    if (is_wide && left >= kCount) {
      if constexpr (kWords % 4 == 0) {
#pragma unroll
        for (int w = 0; w < kWords; w += 4) {
          const uint4 four = reinterpret_cast<const uint4*>(from)[w / 4];
          words[w] = four.x, words[w + 1] = four.y, words[w + 2] = four.z, words[w + 3] = four.w;
        }
      } else {
        const uint2 two = *reinterpret_cast<const uint2*>(from);
        words[0] = two.x, words[1] = two.y;
      }
    } else {
#pragma unroll
      for (int e = 0; e < kCount; ++e) pack.at[e] = e < left ? from[e] : T();
#pragma unroll
      for (int w = 0; w < kWords; ++w) {
        words[w] = reinterpret_cast<const unsigned*>(&pack)[w];
        asm("" : "+r"(words[w]));  // else the compiler takes the words of the other path apart too
      }
    }
#pragma unroll
    for (int w = 0; w < kWords; ++w) reinterpret_cast<unsigned*>(&pack)[w] = words[w];
    return pack;
  }
}
