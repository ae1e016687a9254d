// Barrier of all threads of the cluster that have not ended; it makes nothing visible (PTX:
// barrier.cluster.arrive.relaxed).
__device__ __forceinline__ void part_from_cluster() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  __syncwarp();
  asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" ::: "memory");
#endif
}
