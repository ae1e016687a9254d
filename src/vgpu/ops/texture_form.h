// What a texture or surface instruction does, packed into an op, and its operands.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vgpu/decode/decode.h"

namespace whet::vgpu {

// 1d 2d 3d, a1d a2d with layers, cube and acube.
struct Geometry {
  int dimensions = 0;  // 0: none of these
  bool layered = false, cube = false;
  // The number of coordinates in the text: layer, x, y, z.
  size_t coordinates() const { return static_cast<size_t>(dimensions) + (layered ? 1 : 0); }
};
Geometry geometry_of(const ptx::Instruction& in);

// The object's handle and the coordinates of `[%rd1, {%r1, %r2}]`. A texture or surface that is given by name instead
// of a handle is an error.
Result<std::vector<Ref>> object_operands(const DecodeInput& input, size_t operand, const Geometry& geometry);

Result<bool> decode_texture_query(DecodeInput& input);  // txq
Result<bool> decode_surface_query(DecodeInput& input);  // suq

}  // namespace whet::vgpu
