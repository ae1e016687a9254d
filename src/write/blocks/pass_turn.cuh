// Passes the turn to the warpgroup that waits at this barrier, and does not wait itself (PTX: barrier.arrive).
__device__ __forceinline__ void pass_turn(int barrier) {
  asm volatile("barrier.arrive %0, 256;" ::"r"(barrier) : "memory");
}
