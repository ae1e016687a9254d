// Barrier of the kCount threads of a part of the block (PTX: bar.sync); barrier 0 is that of all threads.
template <int kCount>
__device__ __forceinline__ void meet_in_part(int part) {
  asm volatile("bar.sync %0, %1;" ::"r"(part + 1), "n"(kCount) : "memory");
}
