// Brings the elements of a 16-byte word of memory that are among the first `valid` ones to shared memory in the
// background, and zeros for the others; where there are none, nobody reads the address (PTX: cp.async.cg with a source
// size).
template <typename T>
__device__ __forceinline__ void fetch_word(void* to, const T* from, int valid) {
  const int bytes = min(max(valid, 0), 16 / (int)sizeof(T)) * (int)sizeof(T);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "r"(bytes)
               : "memory");
}
