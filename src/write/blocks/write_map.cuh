// Writes a map of lines of kElement (PTX: tensormap.replace, elemtype) in memory, `stride` bytes apart, and of boxes of
// kAlong elements, 128 bytes, by `box` lines, which lie swizzled in shared memory; `further` are dimensions of batches.
// Called by a whole warp.
template <int kElement, int kAlong, typename... Further>
__device__ __forceinline__ void write_map(void* map, const void* from, unsigned length, unsigned lines,
                                          unsigned long long stride, unsigned box, Further... further) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  __shared__ __align__(128) unsigned words[32];
  const unsigned at = (unsigned)__cvta_generic_to_shared(words);
  words[threadIdx.x % 32] = 0;
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(at), "l"(from) : "memory");
    asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;" ::"r"(at), "r"((unsigned)sizeof...(further) + 1)
                 : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(kAlong) : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(box) : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(length) : "memory");
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(lines) : "memory");
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(at), "l"(stride)
                 : "memory");
    asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(at), "r"(1) : "memory");
    asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(at), "r"(1) : "memory");
    set_dimensions<2>(at, further...);
    asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], %1;" ::"r"(at), "n"(kElement) : "memory");
    asm volatile("tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], 0;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 3;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 0;" ::"r"(at) : "memory");
  }
  __syncwarp();
  static_cast<unsigned*>(map)[threadIdx.x % 32] = words[threadIdx.x % 32];
  __syncwarp();
  asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
#endif
}
