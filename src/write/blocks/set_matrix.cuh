// Sets the fields of a tensor map in shared memory for lines of kElement that begin `stride` bytes apart, and for boxes
// of kBoxLength elements, 128 bytes, by `box_lines`, in the 128-byte swizzle (PTX: tensormap.replace). kRank: its
// dimensions.
template <int kElement, int kBoxLength, int kRank>
__device__ __forceinline__ void set_matrix(unsigned map, const void* from, unsigned length, unsigned lines,
                                           unsigned long long stride, unsigned box_lines) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  constexpr int kNotInterleaved = 0, kSwizzle128 = 3, kFillZeros = 0;  // as tensormap.replace numbers them
  asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(map), "l"(from)
               : "memory");
  asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "r"(kRank - 1) : "memory");
  asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(kBoxLength)
               : "memory");
  asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(map), "r"(box_lines)
               : "memory");
  asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(length)
               : "memory");
  asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(map), "r"(lines)
               : "memory");
  asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(map), "l"(stride)
               : "memory");
  asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(1)
               : "memory");
  asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(map), "r"(1)
               : "memory");
  asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "n"(kElement) : "memory");
  asm volatile("tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%0], %1;" ::"r"(map),
               "n"(kNotInterleaved)
               : "memory");
  asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "n"(kSwizzle128)
               : "memory");
  asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], %1;" ::"r"(map), "n"(kFillZeros)
               : "memory");
#endif
}
