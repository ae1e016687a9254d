// Where a matrix in shared memory lies, as wgmma is told in 64 bits. An instruction reads 32 bytes of k of it.
#pragma once

#include <cstdint>

namespace whet::vgpu {

struct MatrixDescriptor {
  uint32_t start = 0;        // byte offset in shared memory
  uint32_t leading = 0;      // bytes
  uint32_t stride = 0;       // bytes
  uint32_t base_offset = 0;  // where in a pattern of eight lines of 128 bytes the matrix starts
  int units = 1;  // of 16 bytes that are turned about within a line: 1, 2, 4 or 8 (swizzle of 32 to 128 bytes)

  // Row `row` and 16 bytes of its k, where k runs along memory. Rows lie in groups of eight, `stride` apart; the two
  // halves of k are neighbours, or `leading` apart without swizzle.
  uint32_t row_address(int row, int half) const;
  // Eight 16-bit elements at `k`, of rows 8 * group and on, where rows run along memory. Without swizzle groups are
  // `stride` and eights of k `leading` apart; with it, `units` groups are neighbours, further ones `leading` apart and
  // eights of k `stride`.
  uint32_t turned_address(int group, int k) const;

 private:
  uint32_t swizzled(uint32_t address) const;
};

MatrixDescriptor decode_descriptor(uint64_t bits);

}  // namespace whet::vgpu
