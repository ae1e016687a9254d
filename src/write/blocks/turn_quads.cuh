// Transposes 4 x 4 pairs of four neighbouring lanes: afterwards lane q has pair q of every lane, in the order of the
// lanes.
__device__ __forceinline__ void turn_quads(float (&pairs)[8]) {
#pragma unroll
  for (int bit = 1; bit < 4; bit *= 2) {
    const bool is_upper = threadIdx.x & bit;
#pragma unroll
    for (int at = 0; at < 8; ++at) {
      if (at & 2 * bit) continue;
      float& low = pairs[at];
      float& high = pairs[at + 2 * bit];
      const float other = __shfl_xor_sync(0xffffffffu, is_upper ? low : high, bit);
      (is_upper ? low : high) = other;
    }
  }
}
