#include "vgpu/ops/tensor/tensor_box.h"

#include <algorithm>

namespace whet::vgpu {

namespace {

constexpr uint32_t k_unit = 16;

// The number of elements of the box in a dimension.
uint32_t extent(const TensorMap& map, size_t i) {
  return i == 0 ? map.box[0] : (map.box[i] + map.steps[i] - 1) / map.steps[i];
}

uint32_t row_bytes(const TensorMap& map) {
  return (map.is_im2col ? map.channels : map.box[0]) * element_bytes(map.element);
}

uint32_t row_pitch(const TensorMap& map) {
  return map.swizzle == TensorMap::straight ? row_bytes(map) : k_unit << map.swizzle;
}

uint64_t rows_of(const TensorMap& map) {
  if (map.is_im2col) return map.pixels;
  uint64_t rows = 1;
  for (size_t i = 1; i < map.rank; ++i) rows *= extent(map, i);
  return rows;
}

class BoxBuilder {
 public:
  BoxBuilder(const TensorMap& map, uint32_t shared, BoxUse use) : map_(map), use_(use), row_(shared), next_(shared) {}

  // Adds a row of `count` elements whose first has inner coordinate `x`; `base` is the address of inner coordinate 0.
  // `inside`: the row is inside the tensor in all other dimensions.
  void row(uint64_t base, int64_t x, uint32_t count, bool inside) {
    const uint32_t width = element_bytes(map_.element);
    const int64_t size = inside ? inner_size() : 0;
    next_ = row_;
    row_ += row_pitch(map_);
    const int64_t first = std::clamp<int64_t>(-x, 0, count), last = std::clamp<int64_t>(size - x, first, count);
    add(0, static_cast<uint32_t>(inside ? first : count) * width, true);
    if (!inside) return;
    add(base + static_cast<uint64_t>(x + first) * width, static_cast<uint32_t>(last - first) * width, false);
    add(0, static_cast<uint32_t>(count - last) * width, true);
  }
  TensorBox take() { return std::move(box_); }

 private:
  int64_t inner_size() const {
    const auto size = static_cast<int64_t>(map_.sizes[0]);
    if (use_ == BoxUse::read) return size;
    const int64_t in_a_unit = k_unit / element_bytes(map_.element);
    return (size + in_a_unit - 1) / in_a_unit * in_a_unit;
  }

  void add(uint64_t from, uint32_t bytes, bool filled) {
    box_.bytes += bytes;
    while (bytes > 0) {
      const bool whole = map_.swizzle == TensorMap::straight;
      const uint32_t part = whole ? bytes : std::min(bytes, k_unit - next_ % k_unit);
      box_.pieces.push_back({from, swizzled(next_, map_.swizzle), part, filled});
      from += filled ? 0 : part;
      next_ += part;
      bytes -= part;
    }
  }

  const TensorMap& map_;
  const BoxUse use_;
  uint32_t row_, next_;  // offsets of the row and the next piece in shared memory, before swizzling
  TensorBox box_;
};

}  // namespace

uint32_t swizzled(uint32_t address, TensorMap::Swizzle swizzle) {
  const uint32_t mask = (1u << swizzle) - 1;
  return address ^ (address >> 7 & mask) << 4;
}

uint32_t box_span(const TensorMap& map) {
  return static_cast<uint32_t>(std::min<uint64_t>(rows_of(map) * row_pitch(map), ~0u));
}

TensorBox tile_box(const TensorMap& map, const Coordinates& at, uint32_t shared, BoxUse use) {
  BoxBuilder builder(map, shared, use);
  for (uint64_t row = 0; row < rows_of(map); ++row) {
    uint64_t rest = row, base = map.address;
    bool inside = true;
    for (size_t i = 1; i < map.rank; ++i) {
      const int64_t place = at[i] + static_cast<int64_t>(rest % extent(map, i)) * map.steps[i];
      rest /= extent(map, i);
      inside &= place >= 0 && place < static_cast<int64_t>(map.sizes[i]);
      base += static_cast<uint64_t>(place) * map.strides[i];
    }
    builder.row(base, at[0], map.box[0], inside);
  }
  return builder.take();
}

// The pixels traverse the bounding box, innermost dimension first, and then continue in the next image.
TensorBox im2col_box(const TensorMap& map, const Coordinates& first, const std::array<uint16_t, 3>& offsets,
                     uint32_t shared, BoxUse use) {
  BoxBuilder builder(map, shared, use);
  const size_t last = map.rank - 1;
  std::array<int64_t, k_most_dimensions> at{};
  for (size_t i = 0; i < map.rank; ++i) at[i] = first[i];
  for (uint32_t pixel = 0; pixel < map.pixels; ++pixel) {
    uint64_t base = map.address + static_cast<uint64_t>(at[last]) * map.strides[last];
    bool inside = at[last] >= 0 && at[last] < static_cast<int64_t>(map.sizes[last]);
    for (size_t i = 1; i < last; ++i) {
      const int64_t place = at[i] + offsets[i - 1];
      inside &= place >= 0 && place < static_cast<int64_t>(map.sizes[i]);
      base += static_cast<uint64_t>(place) * map.strides[i];
    }
    builder.row(base, at[0], map.channels, inside);
    for (size_t i = 1; i <= last; ++i) {
      at[i] += i == last ? 1 : map.steps[i];
      if (i == last || at[i] < static_cast<int64_t>(map.sizes[i]) + map.upper[i - 1]) break;
      at[i] = map.lower[i - 1];
    }
  }
  return builder.take();
}

// An H200 writes the same 16 bits everywhere, for any element type.
uint64_t fill_pattern(const TensorMap& map) {
  return map.nan_outside ? 0x7ff77ff77ff77ff7 : 0;
}

}  // namespace whet::vgpu
