// Which bytes of a tensor go where in shared memory.
//
// The box lies in shared memory row after row: without gaps, or with a swizzle as far apart as the swizzle is wide. A
// swizzle moves 16-byte units within 128-byte lines: the unit's number is xored with that of the line, counted from
// address 0 of shared memory.
//
//   swizzle of 128 bytes: bits 4 to 6 of the address are xored with bits 7 to 9; of 64: 4 and 5 with 7 and 8;
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
  // In the order of shared memory; what lies outside the tensor is filled.
  std::vector<CopyPiece> pieces;
  uint32_t bytes = 0;
};

// A box that is written ends, in its rows, with the 16 bytes in which the tensor ends; one that is read with the
// tensor.
enum class BoxUse : uint8_t { read, written };

// `at`: of the box's first element in the tensor, `shared` where it goes.
TensorBox tile_box(const TensorMap& map, const Coordinates& at, uint32_t shared, BoxUse use);
// Pixels of a convolution's input: `at` is the first one, `offsets` where in the filter's window (innermost first).
TensorBox im2col_box(const TensorMap& map, const Coordinates& at, const std::array<uint16_t, 3>& offsets,
                     uint32_t shared, BoxUse use);
uint32_t box_bytes(const TensorMap& map);
// Bytes of shared memory from the first to the last of a box.
uint32_t box_span(const TensorMap& map);

// Where the unit at an address of shared memory goes.
uint32_t swizzled(uint32_t address, TensorMap::Swizzle swizzle);

// Eight bytes of what is read outside the tensor.
uint64_t fill_pattern(const TensorMap& map);

}  // namespace whet::vgpu
