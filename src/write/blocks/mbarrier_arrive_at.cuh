// Arrives at the mbarrier of a block of the cluster (PTX: mapa, mbarrier.arrive).
__device__ __forceinline__ void mbarrier_arrive_at(unsigned long long* barrier, unsigned block) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const unsigned here = (unsigned)__cvta_generic_to_shared(barrier);
  asm volatile(
      "{ .reg .b32 there; mapa.shared::cluster.u32 there, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [there]; }" ::
          "r"(here), "r"(block)
      : "memory");
#endif
}
