// All threads of the cluster's blocks that have not ended meet here (PTX: barrier.cluster).
__device__ __forceinline__ void meet_in_cluster() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
}
