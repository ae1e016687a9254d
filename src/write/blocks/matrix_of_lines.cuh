// Describes a matrix of swizzled lines of 128 bytes to wgmma: eight lines are 1024 bytes, and further 64 elements along a
// line begin kFurther bytes later (PTX: matrix descriptor).
template <int kFurther>
__device__ __forceinline__ unsigned long long matrix_of_lines(const uint4* from) {
  const unsigned long long start = (unsigned)__cvta_generic_to_shared(from);
  return start >> 4 | (unsigned long long)(kFurther / 16) << 16 | 64ull << 32 | 1ull << 62;
}
