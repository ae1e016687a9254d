// Where a 16-byte chunk lies in a tile with lines of kLength chunks: swizzled, so that words in two neighbouring
// chunks of four lines below each other are on different banks.
template <int kLength>
__device__ __forceinline__ int swizzled_words(int line, int chunk) {
  constexpr int kBanks = kLength < 8 ? kLength : 8;  // of 16 bytes, that a line covers
  return line * kLength + (chunk ^ (line / (8 / kBanks) % (kBanks / 2) * 2));
}
