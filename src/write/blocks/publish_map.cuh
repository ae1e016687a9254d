// A whole warp copies the 32 words of a tensor map to global memory, where TMA of later kernels can acquire it (PTX:
// fence.proxy.tensormap).
__device__ __forceinline__ void publish_map(void* map, const unsigned (&words)[32]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  __syncwarp();
  static_cast<unsigned*>(map)[threadIdx.x % 32] = words[threadIdx.x % 32];
  __syncwarp();
  asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
#endif
}
