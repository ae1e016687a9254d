// Transposes 4 x 4 words of four neighbouring lanes: afterwards lane q has word q of every lane, in the order of the
// lanes.
__device__ __forceinline__ void turn_words(unsigned (&words)[4]) {
#pragma unroll
  for (int bit = 1; bit < 4; bit *= 2) {
    const bool is_upper = threadIdx.x & bit;
#pragma unroll
    for (int at = 0; at < 4; ++at) {
      if (at & bit) continue;
      unsigned& low = words[at];
      unsigned& high = words[at + bit];
      const unsigned other = __shfl_xor_sync(0xffffffffu, is_upper ? low : high, bit);
      (is_upper ? low : high) = other;
    }
  }
}
