// Where the chunk of the same line lies that is `step` pairs of chunks further on. The swizzle permutes chunks among 8
// neighbours: further on within them some of the low three bits change, beyond them whole eights are added.
__device__ __forceinline__ int next_chunks(int place, int step) {
  return (place ^ step * 2 % 8) + step * 2 / 8 * 8;
}
