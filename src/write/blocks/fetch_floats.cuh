// Brings those of four floats that are among the first `valid` ones to shared memory in the background, and zeros for
// the others: as a word of 16 bytes where all are there and their address allows it, else one by one (PTX: cp.async.ca
// of 4 bytes with a source size; of a size of zero nobody reads the address).
__device__ __forceinline__ void fetch_floats(uint4* to, const float* from, int valid, bool is_wide) {
  if (is_wide && valid >= 4) return cp_async(to, from);
#pragma unroll
  for (int e = 0; e < 4; ++e)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(
                     (unsigned)__cvta_generic_to_shared(reinterpret_cast<float*>(to) + e)),
                 "l"(from + e), "r"(e < valid ? 4 : 0)
                 : "memory");
}
