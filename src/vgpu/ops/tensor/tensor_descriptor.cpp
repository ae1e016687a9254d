#include "vgpu/ops/tensor/tensor_descriptor.h"

namespace whet::vgpu {
namespace {

constexpr uint32_t k_unit_bytes = 16;

// A field holds bytes / 16 in 14 bits.
uint32_t field(uint64_t bits, int from) {
  return static_cast<uint32_t>(bits >> from & 0x3fff) * k_unit_bytes;
}

}  // namespace

MatrixDescriptor decode_descriptor(uint64_t bits) {
  constexpr int units_of[] = {1, 8, 4, 2};
  return {.start = field(bits, 0),
          .leading = field(bits, 16),
          .stride = field(bits, 32),
          .base_offset = static_cast<uint32_t>(bits >> 49 & 7),
          .units = units_of[bits >> 62]};
}

// The index of a 16-byte unit within its 128-byte line is XORed with the line's index: in line 3, unit 0 is at 3, unit
// 1 at 2, unit 2 at 1.
uint32_t MatrixDescriptor::swizzled(uint32_t address) const {
  const uint32_t line = (address >> 7) - base_offset;
  return address ^ (line & static_cast<uint32_t>(units - 1)) << 4;
}

uint32_t MatrixDescriptor::row_address(int row, int half) const {
  const auto r = static_cast<uint32_t>(row), h = static_cast<uint32_t>(half);
  const uint32_t line = static_cast<uint32_t>(units) * k_unit_bytes;
  return swizzled(start + r / 8 * stride + r % 8 * line + h * (units == 1 ? leading : k_unit_bytes));
}

uint32_t MatrixDescriptor::turned_address(int group, int k) const {
  const auto g = static_cast<uint32_t>(group), at = static_cast<uint32_t>(k), wide = static_cast<uint32_t>(units);
  if (units == 1) return start + g * stride + at / 8 * leading + at % 8 * k_unit_bytes;
  const uint32_t in_line = g % wide * k_unit_bytes + at % 8 * wide * k_unit_bytes;
  return swizzled(start + in_line + g / wide * leading + at / 8 * stride);
}

}  // namespace whet::vgpu
