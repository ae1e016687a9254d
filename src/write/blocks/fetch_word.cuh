// Brings the elements of a 16-byte word of memory that are among the first `valid` ones to shared memory in the
// background, and zeros for the others; where there are none, nobody reads the address (PTX: cp.async with a source
// size). Of a word that is not all there the elements come one by one: compute-sanitizer takes a source size of a part
// for a read of the whole word, behind which nothing was written.
template <typename T>
__device__ __forceinline__ void fetch_word(T* to, const T* from, int valid) {
  constexpr int kCount = 16 / sizeof(T);
  const unsigned place = (unsigned)__cvta_generic_to_shared(to);
  if (valid > 0 && valid < kCount) {
#pragma unroll
    for (int e = 0; e < kCount; ++e)
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(place + e * (int)sizeof(T)), "l"(from + e),
                   "n"(sizeof(T)), "r"(e < valid ? (int)sizeof(T) : 0)
                   : "memory");
    return;
  }
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(from), "r"(valid > 0 ? 16 : 0)
               : "memory");
}
