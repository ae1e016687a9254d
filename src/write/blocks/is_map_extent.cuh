// Whether that many elements can be counted by the coordinates of TMA: they have 32 bits and a sign.
__device__ __forceinline__ bool is_map_extent(long long count) {
  return count > 0 && count < 1ll << 31;
}
