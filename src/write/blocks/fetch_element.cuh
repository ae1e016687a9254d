// Brings an element of 4 or 8 bytes to shared memory in the background, or zero if it is not there; then nobody reads
// the address (PTX: cp.async.ca with a source size).
template <typename T>
__device__ __forceinline__ void fetch_element(T* to, const T* from, bool is_there) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from),
               "n"((int)sizeof(T)), "r"(is_there ? (int)sizeof(T) : 0)
               : "memory");
}
