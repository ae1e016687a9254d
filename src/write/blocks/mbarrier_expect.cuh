// Arrives at the mbarrier, whose phase then ends when TMA has brought that many bytes (PTX: mbarrier.arrive.expect_tx).
__device__ __forceinline__ void mbarrier_expect(unsigned long long* barrier, int bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
                   (unsigned)__cvta_generic_to_shared(barrier)),
               "r"(bytes)
               : "memory");
#endif
}
