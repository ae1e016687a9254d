// Starts to copy 16 bytes to shared memory, or zeros if they are not there; then nobody reads the address (PTX:
// cp.async.cg with a source size).
__device__ __forceinline__ void cp_async_or_zeros(void* to, const void* from, bool is_there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "r"(is_there ? 16 : 0)
               : "memory");
}
