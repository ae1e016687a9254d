// Loads and stores with an immediate offset as the text of PTX has them; the register holds the rest, which may wrap.
template <int k>
__device__ inline u32 near_shared(const u32* at) {
  u32 value;
  asm volatile("ld.shared.u32 %0, [%1+%2];" : "=r"(value) : "r"((u32)__cvta_generic_to_shared(at) - (u32)k), "n"(k));
  return value;
}
template <int k>
__device__ inline u32 near_global(const u32* at) {
  u32 value;
  asm volatile("ld.global.u32 %0, [%1+%2];" : "=r"(value) : "l"((const char*)at - k), "n"(k));
  return value;
}
template <int k>
__device__ inline void put_shared(u32* at, u32 value) {
  asm volatile("st.shared.u32 [%0+%1], %2;" ::"r"((u32)__cvta_generic_to_shared(at) - (u32)k), "n"(k), "r"(value)
               : "memory");
}
template <int k>
__device__ inline u32 add_shared(u32* at, u32 value) {
  u32 old;
  asm volatile("atom.shared.add.u32 %0, [%1+%2], %3;"
               : "=r"(old)
               : "r"((u32)__cvta_generic_to_shared(at) - (u32)k), "n"(k), "r"(value)
               : "memory");
  return old;
}

__device__ inline void cas_add(u32* at, u32 x) {
  u32 old = 0, seen;
  while ((seen = atomicCAS(at, old, old + x)) != old) old = seen;
}
__device__ inline void cas_max(u32* at, u32 x) {
  u32 old = 0, seen;
  while (old < x && (seen = atomicCAS(at, old, x)) != old) old = seen;
}

__device__ inline u32 match_all(u32 m, u32 x) {
  int same = 0;
  return __match_all_sync(m, x, &same);
}

WHET_APART u32 far_shuffle(u32 m, u32 x, u32 lane) {
  return __shfl_sync(m, x, (int)lane);
}
WHET_APART u64 far_shuffle(u32 m, u64 x, u32 lane) {
  return __shfl_sync(m, x, (int)lane);
}
WHET_APART u32 far_ballot(u32 m, u32 x) {
  return __ballot_sync(m, x != 0);
}
WHET_APART u32 far_add(u32 m, u32 x) {
  return __reduce_add_sync(m, x);
}
WHET_APART void far_barrier() {
  __syncthreads();
}
WHET_APART void far_warp_barrier(u32 m) {
  __syncwarp(m);
}
