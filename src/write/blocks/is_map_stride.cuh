// Whether a tensor map can have a stride of that many bytes: a multiple of 16 below 2^40.
__device__ __forceinline__ bool is_map_stride(long long bytes) {
  return bytes % 16 == 0 && bytes > 0 && bytes < 1ll << 40;
}
