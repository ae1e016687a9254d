// Raises an element to at least the value, whatever other threads do to it at the same time.
template <typename T>
__device__ __forceinline__ void atomic_largest(T* at, T value) {
  atomicMax(at, value);
}
