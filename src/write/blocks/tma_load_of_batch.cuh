// The same as tma_load for a tensor map with dimensions of batches: the box is that of the matrix b, or b and c, or b,
// c and d.
__device__ __forceinline__ void tma_load_of_batch(void* to, const void* map, unsigned long long* barrier,
                                                  long long x, long long y, long long b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%3, %4, %5}], [%2];" ::"r"((unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"((int)x), "r"((int)y), "r"((int)b)
      : "memory");
#endif
}
__device__ __forceinline__ void tma_load_of_batch(void* to, const void* map, unsigned long long* barrier,
                                                  long long x, long long y, long long b, long long c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"((unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"((int)x), "r"((int)y), "r"((int)b), "r"((int)c)
      : "memory");
#endif
}
__device__ __forceinline__ void tma_load_of_batch(void* to, const void* map, unsigned long long* barrier,
                                                  long long x, long long y, long long b, long long c, long long d) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"((unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((unsigned)__cvta_generic_to_shared(barrier)), "r"((int)x), "r"((int)y), "r"((int)b), "r"((int)c),
      "r"((int)d)
      : "memory");
#endif
}
