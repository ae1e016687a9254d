// The same as tma_load, to the same place in both blocks of a cluster, where the bytes count at both mbarriers; 3 is
// the mask of these blocks (PTX: .multicast::cluster).
__device__ __forceinline__ void tma_load_to_both(void* to, const void* map, long long x, long long y,
                                                 unsigned long long* barrier) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, "
      "{%2, %3}], [%4], %5;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
      "l"(map), "r"((int)x), "r"((int)y), "r"((unsigned)__cvta_generic_to_shared(barrier)), "h"((unsigned short)3)
      : "memory");
#endif
}
