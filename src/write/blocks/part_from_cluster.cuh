// No thread goes on before all of the cluster's blocks that have not ended are here; nothing is made visible by it (PTX:
// barrier.cluster.arrive.relaxed).
__device__ __forceinline__ void part_from_cluster() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  __syncwarp();
  asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" ::: "memory");
#endif
}
