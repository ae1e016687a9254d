// The place of a chunk of 16 bytes in a tile whose lines have kChunks: chunks of 8 lines that lie below each other are on
// different banks.
template <int kChunks>
__device__ __forceinline__ int swizzled(int line, int chunk) {
  constexpr int kBanks = kChunks < 8 ? kChunks : 8;  // of 16 bytes, that a line covers
  return line * kChunks + (chunk ^ (line / (8 / kBanks) % kBanks));
}
