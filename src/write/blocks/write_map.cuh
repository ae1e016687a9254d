// Writes the tensor map of a matrix: `lines` of `length` elements, `stride` bytes apart, and boxes of kBoxLength
// elements by `box_lines`. kElement: the type as tensormap.replace numbers it. Called by whole warps,
// which of four may write maps at the same time.
template <int kElement, int kBoxLength>
__device__ __forceinline__ void write_map(void* map, const void* from, unsigned length, unsigned lines,
                                          unsigned long long stride, unsigned box_lines) {
  __shared__ __align__(128) unsigned of_warps[4][32];
  unsigned(&words)[32] = of_warps[threadIdx.x / 32 % 4];
  const unsigned at = clear_map(words);
  if (threadIdx.x % 32 == 0) set_matrix<kElement, kBoxLength, 2>(at, from, length, lines, stride, box_lines);
  publish_map(map, words);
}
