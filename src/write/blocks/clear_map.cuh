// A whole warp makes the 32 words of a tensor map zero. Their address in shared memory.
__device__ __forceinline__ unsigned clear_map(unsigned (&words)[32]) {
  words[threadIdx.x % 32] = 0;
  __syncwarp();
  return (unsigned)__cvta_generic_to_shared(words);
}
