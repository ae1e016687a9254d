// Starts the TMA load of the box of the tensor map at column x and line y; its bytes count at the mbarrier (PTX:
// cp.async.bulk.tensor). Elements outside of the array are zero.
__device__ __forceinline__ void tma_load(void* to, const void* map, long long x, long long y,
                                         unsigned long long* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
      "[%0], [%1, {%2, %3}], [%4];" ::"r"((unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((int)x), "r"((int)y), "r"((unsigned)__cvta_generic_to_shared(barrier))
      : "memory");
#endif
}
