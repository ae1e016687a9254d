// Barriers that this thread has made are seen by copies and by other blocks of the cluster (PTX: fence.mbarrier_init).
__device__ __forceinline__ void show_barriers() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
}
