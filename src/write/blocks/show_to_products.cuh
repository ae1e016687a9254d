// What this thread has written to shared memory is seen by products of four warps (PTX: fence.proxy.async).
__device__ __forceinline__ void show_to_products() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
