// The same as write_map for several matrices, along the dimensions `further`.
template <int kElement, int kBoxLength, typename... Further>
__device__ __forceinline__ void write_map_of_batch(void* map, const void* from, unsigned length, unsigned lines,
                                                   unsigned long long stride, unsigned box_lines, Further... further) {
  __shared__ __align__(128) unsigned of_warps[4][32];
  unsigned(&words)[32] = of_warps[threadIdx.x / 32 % 4];
  const unsigned at = clear_map(words);
  if (threadIdx.x % 32 == 0) {
    set_matrix<kElement, kBoxLength, 2 + sizeof...(further)>(at, from, length, lines, stride, box_lines);
    set_dimensions<2>(at, further...);
  }
  publish_map(map, words);
}
