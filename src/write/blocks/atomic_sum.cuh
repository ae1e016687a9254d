// Adds to an element, whatever other threads do to it at the same time.
template <typename T>
__device__ __forceinline__ void atomic_sum(T* at, T value) {
  atomicAdd(at, value);
}
__device__ __forceinline__ void atomic_sum(long long* at, long long value) {
  atomicAdd((unsigned long long*)at, (unsigned long long)value);
}
