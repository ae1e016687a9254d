// Addresses in the shared memory of a cluster: the upper bits hold the block's rank + 1, the lower ones the offset.
//
//   0x00000040   offset 0x40 in the own block
//   0x02000040   offset 0x40 in the block of rank 1
//
// Both lie in the shared window of the generic address space. As on sm_90, the address of a variable has the rank of
// the block that takes it, but for the first block of a cluster: whoever wants the offset alone must mask it.
#pragma once

#include <cstdint>

namespace whet::vgpu {

inline constexpr int k_rank_shift = 24;
inline constexpr uint64_t k_rank_span = 1ull << k_rank_shift;  // larger than any block's shared memory
inline constexpr uint32_t k_most_cluster_blocks = 16;          // hardware limit
inline constexpr uint32_t k_portable_cluster_blocks = 8;

inline uint64_t offset_in_block(uint64_t address) {
  return address & (k_rank_span - 1);
}
inline bool names_rank(uint64_t address) {
  return address >= k_rank_span;
}
// The rank in an address; the own rank if it has none.
inline uint64_t rank_in(uint64_t address, uint32_t own) {
  return names_rank(address) ? (address >> k_rank_shift) - 1 : own;
}
inline uint64_t with_rank(uint64_t address, uint32_t rank) {
  return (uint64_t{rank} + 1) << k_rank_shift | offset_in_block(address);
}
// What a block of that rank adds to the offsets of its own variables when it takes their addresses.
inline uint64_t own_rank_bits(uint32_t rank) {
  return rank == 0 ? 0 : with_rank(0, rank);
}

}  // namespace whet::vgpu
