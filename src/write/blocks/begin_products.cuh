// Registers and shared memory are ready for products by four warps (PTX: wgmma.fence).
__device__ __forceinline__ void begin_products() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#endif
}
