#include "vgpu/ops/texture_form.h"

namespace whet::vgpu {

Geometry geometry_of(const ptx::Instruction& in) {
  if (in.has("1d")) return {1, false, false};
  if (in.has("2d")) return {2, false, false};
  if (in.has("3d")) return {3, false, false};
  if (in.has("a1d")) return {1, true, false};
  if (in.has("a2d")) return {2, true, false};
  if (in.has("cube")) return {3, false, true};
  if (in.has("acube")) return {3, true, true};
  return {};
}

Result<std::vector<Ref>> object_operands(const DecodeInput& input, size_t operand, const Geometry& geometry) {
  const ptx::Instruction& in = input.in;
  const ptx::Operand& address = in.operands[operand];
  const bool by_handle = address.kind == ptx::Operand::Kind::address && address.base_kind == ptx::Operand::Kind::reg;
  if (!by_handle || input.register_bytes[operand] != 8) {
    return unsupported(*input.program.module, in, "a texture or surface reference; use an object");
  }
  const std::vector<Ref>& places = input.operands[operand];
  for (const Ref place : places) {
    if (!place.present()) return unsupported(*input.program.module, in, "a separate sampler");
  }
  if (places.size() < 1 + geometry.coordinates()) return unsupported(*input.program.module, in, "too few coordinates");
  return std::vector<Ref>(places.begin(), places.begin() + 1 + static_cast<std::ptrdiff_t>(geometry.coordinates()));
}

}  // namespace whet::vgpu
