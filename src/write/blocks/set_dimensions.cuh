// Sets the dimensions of a tensor map in shared memory from the one numbered kAt on; a box has one element along each
// (PTX: tensormap.replace).
template <int kAt>
__device__ __forceinline__ void set_dimensions(unsigned) {}
template <int kAt, typename... Rest>
__device__ __forceinline__ void set_dimensions(unsigned map, MapDimension first, Rest... rest) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], %1, %2;" ::"r"(map), "n"(kAt), "r"(1)
               : "memory");
  asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], %1, %2;" ::"r"(map), "n"(kAt),
               "r"(first.count)
               : "memory");
  asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], %1, %2;" ::"r"(map), "n"(kAt - 1),
               "l"(first.stride)
               : "memory");
  asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], %1, %2;" ::"r"(map), "n"(kAt), "r"(1)
               : "memory");
  set_dimensions<kAt + 1>(map, rest...);
#endif
}
