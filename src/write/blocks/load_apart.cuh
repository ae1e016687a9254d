// The words of a lane in a fragment of 8 terms and 16 rows or columns, where lines are terms of kLength chunks.
// With g = lane / 4, q = lane % 4: of terms q and q + 4, in rows or columns g and g + 8. `place` is the first one's
// chunk.
template <int kLength, bool kIsLeft>
__device__ __forceinline__ void load_apart(unsigned (&to)[4], const uint4* lines, int place) {
#pragma unroll
  for (int r = 0; r < 4; ++r) {
    const int further = kIsLeft ? r % 2 : r / 2, later = kIsLeft ? r / 2 : r % 2;
    const uint4* const chunk = lines + (place ^ further * 2) + later * 4 * kLength;
    to[r] = reinterpret_cast<const unsigned*>(chunk)[threadIdx.x / 4 % 4];
  }
}
