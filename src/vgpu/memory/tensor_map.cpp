#include "vgpu/memory/tensor_map.h"

#include <cstring>

#include <fmt/format.h>

namespace whet::vgpu {

namespace {

constexpr uint32_t k_magic = 0x74656877;  // "whet"
constexpr uint64_t k_most_size = 1ull << 32, k_most_stride = 1ull << 40;
constexpr uint32_t k_most_box = 256, k_most_step = 8, k_unit = 16;

struct ElementRow {
  uint8_t bytes;
  ptx::Type type;
  bool is_float;
};

constexpr ElementRow k_rows[TensorMap::k_elements] = {
    {1, ptx::Type::u8, false},  {2, ptx::Type::u16, false}, {4, ptx::Type::u32, false}, {4, ptx::Type::s32, false},
    {8, ptx::Type::u64, false}, {8, ptx::Type::s64, false}, {2, ptx::Type::f16, true},  {4, ptx::Type::f32, true},
    {8, ptx::Type::f64, true},  {2, ptx::Type::bf16, true}, {4, ptx::Type::f32, true},  {4, ptx::Type::f32, true},
    {4, ptx::Type::f32, true},
};

// Fields in sequence; the same code reads and writes them.
class Fields {
 public:
  explicit Fields(TensorMapBytes& bytes, bool writes) : bytes_(bytes), writes_(writes) {}
  template <typename Stored, typename T>
  void field(T& value) {
    auto stored = static_cast<Stored>(value);
    if (writes_)
      std::memcpy(&bytes_[at_], &stored, sizeof stored);
    else
      std::memcpy(&stored, &bytes_[at_], sizeof stored);
    at_ += sizeof stored;
    if (!writes_) value = static_cast<T>(stored);
  }
  size_t at() const { return at_; }

 private:
  TensorMapBytes& bytes_;
  bool writes_;
  size_t at_ = 0;
};

// Sizes are stored minus one, because 2^32 is allowed. Strides are multiples of 16 below 2^40: 32 bits and 4 bits.
void all_fields(Fields& fields, uint32_t& magic, TensorMap& map) {
  fields.field<uint32_t>(magic);
  fields.field<uint8_t>(map.element);
  fields.field<uint8_t>(map.swizzle);
  fields.field<uint8_t>(map.nan_outside);
  fields.field<uint8_t>(map.rank);
  fields.field<uint64_t>(map.address);
  for (uint64_t& size : map.sizes) {
    uint64_t less_one = size - 1;
    fields.field<uint32_t>(less_one);
    size = less_one + 1;
  }
  for (size_t i = 1; i < k_most_dimensions; ++i) {
    uint64_t low = map.strides[i] & 0xffffffff, high = map.strides[i] >> 32;
    fields.field<uint32_t>(low);
    fields.field<uint8_t>(high);
    map.strides[i] = low | high << 32;
  }
  for (uint32_t& extent : map.box) fields.field<uint16_t>(extent);
  for (uint32_t& step : map.steps) fields.field<uint8_t>(step);
  fields.field<uint8_t>(map.is_im2col);
  for (int16_t& corner : map.lower) fields.field<int16_t>(corner);
  for (int16_t& corner : map.upper) fields.field<int16_t>(corner);
  fields.field<uint16_t>(map.channels);
  fields.field<uint16_t>(map.pixels);
}

uint64_t check_sum(const TensorMapBytes& bytes) {
  uint64_t sum = 0xcbf29ce484222325;
  for (size_t i = 0; i + sizeof sum < bytes.size(); ++i) sum = (sum ^ static_cast<uint64_t>(bytes[i])) * 0x100000001b3;
  return sum;
}

}  // namespace

uint32_t element_bytes(TensorMap::Element element) {
  return k_rows[element].bytes;
}

ptx::Type arithmetic_type(TensorMap::Element element) {
  return k_rows[element].type;
}

bool is_float(TensorMap::Element element) {
  return k_rows[element].is_float;
}

TensorMapBytes encode(const TensorMap& map) {
  TensorMapBytes bytes{};
  TensorMap copy = map;
  uint32_t magic = k_magic;
  Fields fields(bytes, true);
  all_fields(fields, magic, copy);
  const uint64_t sum = check_sum(bytes);
  std::memcpy(&bytes[bytes.size() - sizeof sum], &sum, sizeof sum);
  return bytes;
}

std::optional<TensorMap> decode_map(std::span<const std::byte, k_tensor_map_bytes> given) {
  TensorMapBytes bytes;
  std::memcpy(bytes.data(), given.data(), bytes.size());
  uint64_t sum = 0;
  std::memcpy(&sum, &bytes[bytes.size() - sizeof sum], sizeof sum);
  if (sum != check_sum(bytes)) return std::nullopt;
  TensorMap map;
  uint32_t magic = 0;
  Fields fields(bytes, false);
  all_fields(fields, magic, map);
  if (magic != k_magic || map.element >= TensorMap::k_elements || map.swizzle >= TensorMap::k_swizzles ||
      map.rank == 0 || map.rank > k_most_dimensions)
    return std::nullopt;
  map.strides[0] = element_bytes(map.element);
  return map;
}

namespace {

std::string defect_of_dimension(const TensorMap& map, size_t i) {
  if (map.sizes[i] == 0 || map.sizes[i] > k_most_size)
    return fmt::format("size {} of dimension {} is not between 1 and 2^32", map.sizes[i], i);
  if (i > 0 && (map.strides[i] % k_unit != 0 || map.strides[i] >= k_most_stride))
    return fmt::format("stride {} of dimension {} is no multiple of 16 below 2^40", map.strides[i], i);
  if (map.steps[i] == 0 || map.steps[i] > k_most_step)
    return fmt::format("element stride {} of dimension {} is not between 1 and 8", map.steps[i], i);
  if (!map.is_im2col && (map.box[i] == 0 || map.box[i] > k_most_box))
    return fmt::format("box size {} of dimension {} is not between 1 and 256", map.box[i], i);
  return {};
}

std::string defect_of_im2col(const TensorMap& map) {
  if (map.rank < 3) return "im2col needs at least three dimensions";
  if (map.channels == 0 || map.channels > k_most_box) return "channels per pixel are not between 1 and 256";
  if (map.pixels == 0 || map.pixels > 1024) return "pixels per column are not between 1 and 1024";
  const int limit = map.rank == 3 ? 32768 : map.rank == 4 ? 128 : 16;
  for (size_t i = 0; i + 2 < map.rank; ++i) {
    const bool fits = map.lower[i] >= -limit && map.lower[i] < limit && map.upper[i] >= -limit && map.upper[i] < limit;
    if (!fits) return fmt::format("a corner of the bounding box is not between -{} and {}", limit, limit - 1);
  }
  return {};
}

}  // namespace

std::string defect_of(const TensorMap& map) {
  if (map.rank == 0 || map.rank > k_most_dimensions) return fmt::format("rank {} is not between 1 and 5", map.rank);
  if (map.element >= TensorMap::k_elements) return "the virtual GPU does not support this element type";
  if (map.swizzle >= TensorMap::k_swizzles) return "the virtual GPU does not support this swizzle";
  if (map.address == 0 || map.address % k_unit != 0) return "the tensor's address is no multiple of 16";
  for (size_t i = 0; i < map.rank; ++i) {
    if (std::string defect = defect_of_dimension(map, i); !defect.empty()) return defect;
  }
  if (map.nan_outside && !is_float(map.element)) return "NaN outside the tensor needs a floating-point type";
  if (map.is_im2col) {
    if (std::string defect = defect_of_im2col(map); !defect.empty()) return defect;
  }
  const uint32_t inner = (map.is_im2col ? map.channels : map.box[0]) * element_bytes(map.element);
  if (inner % k_unit != 0) return fmt::format("the box's inner {} bytes are no multiple of 16", inner);
  const uint32_t span = map.swizzle == TensorMap::straight ? 0 : 16u << map.swizzle;
  if (span != 0 && inner > span) return fmt::format("the box's inner {} bytes exceed the swizzle's {}", inner, span);
  return {};
}

}  // namespace whet::vgpu
