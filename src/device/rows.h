// Bytes in rows and slices, as copies and fills of CUDA take them; a plain run of bytes is one row.
#pragma once

#include <cstdint>

namespace whet {

struct CopyRows {
  uint64_t width = 0, height = 1, depth = 1;  // bytes of a row, rows of a slice, slices
  uint64_t to_pitch = 0, from_pitch = 0;      // bytes from row to row
  uint64_t to_slice = 0, from_slice = 0;      // bytes from slice to slice

  uint64_t count() const { return height * depth; }
  uint64_t bytes() const { return width * count(); }
  // False where the product is more than 64 bits hold, or than `most`.
  bool fits(uint64_t most) const {
    uint64_t rows = 0, all = 0;
    return !__builtin_mul_overflow(height, depth, &rows) && !__builtin_mul_overflow(rows, width, &all) && all <= most;
  }
};

// Calls `row` with the offsets of each row, in the target and in the source.
template <typename Row>
void for_each_row(const CopyRows& rows, const Row& row) {
  for (uint64_t z = 0; z < rows.depth; ++z) {
    for (uint64_t y = 0; y < rows.height; ++y)
      row(z * rows.to_slice + y * rows.to_pitch, z * rows.from_slice + y * rows.from_pitch);
  }
}

}  // namespace whet
