// Lowers an element to at most the value, whatever other threads do to it at the same time.
template <typename T>
__device__ __forceinline__ void atomic_smallest(T* at, T value) {
  atomicMin(at, value);
}
