// The 64-bit descriptor with which wgmma locates a matrix in shared memory. An instruction reads 32 bytes of k of it.
#pragma once

#include <cstdint>

namespace whet::vgpu {

struct MatrixDescriptor {
  uint32_t start = 0;        // byte offset in shared memory
  uint32_t leading = 0;      // bytes
  uint32_t stride = 0;       // bytes
  uint32_t base_offset = 0;  // line of the eight-line swizzle pattern (128 bytes each) at which the matrix starts
  int units = 1;             // 16-byte units that are permuted within a line: 1, 2, 4 or 8 (swizzle of 32 to 128 bytes)

  // The address of row `row` and one half (16 bytes) of its k, if k runs along memory. Rows are in groups of eight,
  // `stride` apart. The two halves of k are contiguous, or, without swizzle, `leading` apart.
  uint32_t row_address(int row, int half) const;
  // The address of eight 16-bit elements at `k`, of the rows from 8 * group on, if rows run along memory. Without
  // swizzle, groups are `stride` apart, and every eight values of k `leading`. With a swizzle, `units` groups are
  // contiguous, further ones are `leading` apart, and every eight values of k `stride`.
  uint32_t turned_address(int group, int k) const;

 private:
  uint32_t swizzled(uint32_t address) const;
};

MatrixDescriptor decode_descriptor(uint64_t bits);

}  // namespace whet::vgpu
