// Maps the bytes of a tensor to shared memory.
//
// The rows of a box are stored one after another: without gaps, or, with a swizzle, at a pitch of the swizzle's width.
// A swizzle permutes 16-byte units within 128-byte lines: the unit's index is XORed with the line's index, counted from
// address 0 of shared memory.
//
//   swizzle of 128 bytes: bits 4 to 6 of the address are XORed with bits 7 to 9; of 64: 4 and 5 with 7 and 8;
//   of 32: 4 with 7.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "vgpu/machine/async_copy.h"
#include "vgpu/memory/tensor_map.h"

namespace whet::vgpu {

using Coordinates = std::array<int32_t, k_most_dimensions>;

struct TensorBox {
  // In the order of shared memory; pieces outside the tensor are filled.
  std::vector<CopyPiece> pieces;
  uint32_t bytes = 0;
};

// A box that is read ends, in each row, where the tensor ends. One that is written ends with the 16-byte unit in which
// the tensor ends.
enum class BoxUse : uint8_t { read, written };

// `at` has the coordinates of the box's first element in the tensor, `shared` is its destination.
TensorBox tile_box(const TensorMap& map, const Coordinates& at, uint32_t shared, BoxUse use);
// Pixels of a convolution's input: `at` is the first one, `offsets` the place in the filter's window (innermost first).
TensorBox im2col_box(const TensorMap& map, const Coordinates& at, const std::array<uint16_t, 3>& offsets,
                     uint32_t shared, BoxUse use);
// Bytes of shared memory from the first to the last byte of a box.
uint32_t box_span(const TensorMap& map);

// The swizzled address of the unit at this address of shared memory.
uint32_t swizzled(uint32_t address, TensorMap::Swizzle swizzle);

// Eight bytes of the value that is read outside the tensor.
uint64_t fill_pattern(const TensorMap& map);

}  // namespace whet::vgpu
