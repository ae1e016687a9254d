// Bytes in rows and slices, as in CUDA's 2D and 3D copies and fills; a contiguous area is one row.
#pragma once

#include <cstdint>

namespace whet {

struct CopyRows {
  uint64_t width = 0, height = 1, depth = 1;  // bytes per row, rows per slice, slices
  uint64_t to_pitch = 0, from_pitch = 0;      // bytes from row to row
  uint64_t to_slice = 0, from_slice = 0;      // bytes from slice to slice

  uint64_t count() const { return height * depth; }
  uint64_t bytes() const { return width * count(); }
  // False when the product exceeds 64 bits, or `most`.
  bool fits(uint64_t most) const {
    uint64_t rows = 0, all = 0;
    return !__builtin_mul_overflow(height, depth, &rows) && !__builtin_mul_overflow(rows, width, &all) && all <= most;
  }
};

// Calls `row` with the offsets of each row in the target and in the source.
template <typename Row>
void for_each_row(const CopyRows& rows, const Row& row) {
  for (uint64_t z = 0; z < rows.depth; ++z) {
    for (uint64_t y = 0; y < rows.height; ++y)
      row(z * rows.to_slice + y * rows.to_pitch, z * rows.from_slice + y * rows.from_pitch);
  }
}

}  // namespace whet
