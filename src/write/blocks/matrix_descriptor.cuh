// The descriptor of a matrix in shared memory for wgmma (PTX: matrix descriptor): lines of 128 bytes in the 128-byte
// swizzle, and kLeadingBytes from 64 elements along a line to the next 64.
template <int kLeadingBytes>
__device__ __forceinline__ unsigned long long matrix_descriptor(const uint4* from) {
  constexpr unsigned long long kStrideBytes = 8 * 128;  // from eight lines to the next eight
  constexpr unsigned long long kSwizzle128 = 1;         // the layout type: the 128-byte swizzle
  // The upper bits of an address are the block's rank in its cluster, and no part of the descriptor.
  const unsigned long long start = (unsigned)__cvta_generic_to_shared(from) & 0x3ffff;
  // Bits 0 to 13: the address, 16 to 29: the leading offset, 32 to 45: the stride, all by 16 bytes; 62, 63: the layout.
  return start >> 4 | (unsigned long long)kLeadingBytes / 16 << 16 | kStrideBytes / 16 << 32 | kSwizzle128 << 62;
}
