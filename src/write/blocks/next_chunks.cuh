// The place of a chunk of the same line that is `step` pairs of chunks further on; lines are exchanged in groups of 8.
__device__ __forceinline__ int next_chunks(int place, int step) {
  return (place ^ step * 2 % 8) + step * 2 / 8 * 8;
}
