// Whether the array of a tensor map can begin there: at a multiple of 16 bytes.
__device__ __forceinline__ bool is_map_address(const void* address) {
  return (unsigned long long)address % 16 == 0;
}
