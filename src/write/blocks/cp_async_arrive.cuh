// Arrives at an mbarrier of this block when all cp.async that this thread has started are done (PTX:
// cp.async.mbarrier.arrive.noinc).
__device__ __forceinline__ void cp_async_arrive(unsigned long long* barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"((unsigned)__cvta_generic_to_shared(barrier))
               : "memory");
}
