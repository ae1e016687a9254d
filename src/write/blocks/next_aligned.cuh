// The first address from there on that is a multiple of kBytes.
template <int kBytes, typename T>
__device__ __forceinline__ T* next_aligned(T* from) {
  return from + (kBytes - (unsigned long long)from % kBytes) % kBytes / sizeof(T);
}
