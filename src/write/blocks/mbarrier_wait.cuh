// Waits until the phase of the mbarrier is over whose number has this parity (PTX: mbarrier.try_wait).
__device__ __forceinline__ void mbarrier_wait(unsigned long long* barrier, unsigned parity) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const unsigned address = (unsigned)__cvta_generic_to_shared(barrier);
  asm volatile(
      "{ .reg .pred done; waiting: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra waiting; }" ::
          "r"(address), "r"(parity)
      : "memory");
#endif
}
