// Loads those of kCount elements that are among the first `valid` ones; the others are zero. Nothing waits for them.
template <int kCount, typename T>
__device__ __forceinline__ HeldWords<T, kCount> load_words(const T* from, long long valid, bool is_wide) {
  HeldWords<T, kCount> held;
  if (is_wide && valid >= kCount) {
    if constexpr (sizeof(held) % 16 == 0) {
#pragma unroll
      for (int w = 0; w < sizeof(held) / 4; w += 4) {
        const uint4 four = reinterpret_cast<const uint4*>(from)[w / 4];
        held.words[w] = four.x, held.words[w + 1] = four.y;
        held.words[w + 2] = four.z, held.words[w + 3] = four.w;
      }
    } else {
      const uint2 two = *reinterpret_cast<const uint2*>(from);
      held.words[0] = two.x, held.words[1] = two.y;
    }
    return held;
  }
  Pack<T, kCount> pack;
#pragma unroll
  for (int e = 0; e < kCount; ++e) pack.at[e] = e < valid ? from[e] : T();
#pragma unroll
  for (int w = 0; w < sizeof(held) / 4; ++w) {
    held.words[w] = reinterpret_cast<const unsigned*>(&pack)[w];
    asm("" : "+r"(held.words[w]));  // else the compiler takes the words of the other path apart at once
  }
  return held;
}
