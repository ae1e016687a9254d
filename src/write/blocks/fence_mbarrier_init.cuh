// Makes the mbarriers that this thread has initialised visible to TMA and to other blocks of the cluster (PTX:
// fence.mbarrier_init).
__device__ __forceinline__ void fence_mbarrier_init() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}
