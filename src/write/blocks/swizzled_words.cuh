// The place of a chunk of 16 bytes in a tile whose lines have kChunks: words in two neighbouring chunks of four lines below
// each other are on different banks.
template <int kChunks>
__device__ __forceinline__ int swizzled_words(int line, int chunk) {
  constexpr int kBanks = kChunks < 8 ? kChunks : 8;  // of 16 bytes, that a line covers
  return line * kChunks + (chunk ^ (line / (8 / kBanks) % (kBanks / 2) * 2));
}
