// Waits until another warpgroup has passed the turn to this one, at a barrier of both (PTX: barrier.sync).
__device__ __forceinline__ void wait_for_turn(int barrier) {
  asm volatile("barrier.sync %0, 256;" ::"r"(barrier) : "memory");
}
