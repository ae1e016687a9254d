// A tensor map: the layout of a tensor in global memory, and the box of it that one copy moves. On a GPU it is 128
// opaque bytes; this encoding is whet's own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "ptx/types.h"

namespace whet::vgpu {

inline constexpr size_t k_tensor_map_bytes = 128, k_tensor_map_alignment = 64, k_most_dimensions = 5;

struct TensorMap {
  // Numbered like the driver's CUtensorMapDataType.
  enum Element : uint8_t { u8, u16, u32, s32, u64, s64, f16, f32, f64, bf16, f32_ftz, tf32, tf32_ftz, k_elements };
  enum Swizzle : uint8_t { straight, by_32, by_64, by_128, k_swizzles };

  uint64_t address = 0;
  Element element = f32;
  Swizzle swizzle = straight;
  bool nan_outside = false;  // elements outside the tensor read as NaN, not as zero
  uint32_t rank = 1;
  std::array<uint64_t, k_most_dimensions> sizes{};    // elements, innermost first
  std::array<uint64_t, k_most_dimensions> strides{};  // bytes; for the innermost dimension the size of an element
  std::array<uint32_t, k_most_dimensions> box{};      // elements
  // Elements from one of the box to the next; 1 in the first dimension.
  std::array<uint32_t, k_most_dimensions> steps{};
  // im2col: the box slides over all inner dimensions but the first, between these corners.
  bool is_im2col = false;
  std::array<int16_t, 3> lower{}, upper{};
  uint32_t channels = 0, pixels = 0;
};

uint32_t element_bytes(TensorMap::Element element);
// The type that reductions compute with.
ptx::Type arithmetic_type(TensorMap::Element element);
bool is_float(TensorMap::Element element);

using TensorMapBytes = std::array<std::byte, k_tensor_map_bytes>;
TensorMapBytes encode(const TensorMap& map);
// Nothing if the bytes were not made by `encode`.
std::optional<TensorMap> decode_map(std::span<const std::byte, k_tensor_map_bytes> bytes);

// Why the driver rejects such a map; empty if it accepts it.
std::string defect_of(const TensorMap& map);

}  // namespace whet::vgpu
