// Waits until at most kLeft groups of copies are under way (PTX: cp.async.wait_group).
template <int kLeft>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kLeft) : "memory");
}
