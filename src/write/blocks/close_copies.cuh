// The copies that were started since the last call are one group (PTX: cp.async.commit_group).
__device__ __forceinline__ void close_copies() {
  asm volatile("cp.async.commit_group;" ::: "memory");
}
