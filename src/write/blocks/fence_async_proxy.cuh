// Makes what this thread has written to shared memory visible to wgmma, which reads it through the async proxy (PTX:
// fence.proxy.async).
__device__ __forceinline__ void fence_async_proxy() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}
