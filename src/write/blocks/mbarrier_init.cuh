// Makes an mbarrier of which `count` arrivals complete a phase (PTX: mbarrier.init).
__device__ __forceinline__ void mbarrier_init(unsigned long long* barrier, int count) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"((unsigned)__cvta_generic_to_shared(barrier)), "r"(count)
               : "memory");
#endif
}
