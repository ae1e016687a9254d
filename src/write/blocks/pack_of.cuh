// Four floats of a word.
__device__ __forceinline__ Pack<float, 4> pack_of(const uint4& word) {
  return reinterpret_cast<const Pack<float, 4>&>(word);
}
