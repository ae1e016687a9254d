// Lowers the registers of every thread of this warpgroup to kCount, for other warpgroups (PTX: setmaxnreg.dec).
template <int kCount>
__device__ __forceinline__ void give_registers() {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kCount));
#endif
}
