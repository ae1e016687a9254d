// What a texture or surface instruction does, packed into an op, and where its operands stand.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vgpu/decode/decode.h"

namespace whet::vgpu {

// 1d 2d 3d, a1d a2d with layers, cube and acube.
struct Geometry {
  int dimensions = 0;  // 0: not one of these
  bool layered = false, cube = false;
  // Of the coordinates in the text: layer, x, y, z.
  size_t coordinates() const { return static_cast<size_t>(dimensions) + (layered ? 1 : 0); }
};
Geometry geometry_of(const ptx::Instruction& in);

// The object's handle and the coordinates of `[%rd1, {%r1, %r2}]`. An error for a texture or surface that is named
// instead of given by a handle.
Result<std::vector<Ref>> object_operands(const DecodeInput& input, size_t operand, const Geometry& geometry);

Result<bool> decode_texture_query(DecodeInput& input);  // txq
Result<bool> decode_surface_query(DecodeInput& input);  // suq

}  // namespace whet::vgpu
