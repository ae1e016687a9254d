// Lets TMA of this block use a tensor map, 128 bytes, that another kernel has written (PTX: fence.proxy.tensormap).
__device__ __forceinline__ void acquire_map(const void* map) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
#endif
}
