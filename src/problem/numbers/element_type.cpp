#include "problem/numbers/element_type.h"

#include <array>
#include <cstring>
#include <limits>

#include "problem/numbers/codec.h"

namespace whet {

namespace {

struct TypeRow {
  ElementType type;
  std::string_view name;
  bool floating, has_sign;
  double largest;
};

// In the order of the enumeration.
constexpr std::array k_types = {
    TypeRow{ElementType::f16, "f16", true, true, 65504},
    TypeRow{ElementType::bf16, "bf16", true, true, decode_small(Bf16Format::format(), Bf16Format::format().largest)},
    TypeRow{ElementType::f32, "f32", true, true, std::numeric_limits<float>::max()},
    TypeRow{ElementType::f64, "f64", true, true, std::numeric_limits<double>::max()},
    TypeRow{ElementType::e4m3, "e4m3", true, true, 448},
    TypeRow{ElementType::e5m2, "e5m2", true, true, 57344},
    TypeRow{ElementType::i8, "i8", false, true, 127},
    TypeRow{ElementType::u8, "u8", false, false, 255},
    TypeRow{ElementType::i16, "i16", false, true, 32767},
    TypeRow{ElementType::u16, "u16", false, false, 65535},
    TypeRow{ElementType::i32, "i32", false, true, 2147483647},
    TypeRow{ElementType::u32, "u32", false, false, 4294967295},
    TypeRow{ElementType::i64, "i64", false, true, 9223372036854775807.0},
    TypeRow{ElementType::u64, "u64", false, false, 18446744073709551615.0},
    TypeRow{ElementType::boolean, "bool", false, false, 1},
};

const TypeRow& row(ElementType type) {
  return k_types[static_cast<size_t>(type)];
}

}  // namespace

std::optional<ElementType> parse_element_type(std::string_view name) {
  for (const TypeRow& candidate : k_types) {
    if (candidate.name == name) return candidate.type;
  }
  return std::nullopt;
}

std::string_view name_of(ElementType type) {
  return row(type).name;
}

std::vector<std::string> element_type_names() {
  std::vector<std::string> names;
  for (const TypeRow& candidate : k_types) names.emplace_back(candidate.name);
  return names;
}

uint64_t bytes_of(ElementType type) {
  return with_codec(type, [](auto codec) -> uint64_t { return sizeof(typename decltype(codec)::Stored); });
}

bool is_floating(ElementType type) {
  return row(type).floating;
}

bool is_signed(ElementType type) {
  return row(type).has_sign;
}

double largest(ElementType type) {
  return row(type).largest;
}

double lowest(ElementType type) {
  if (is_floating(type)) return -largest(type);
  return is_signed(type) ? -largest(type) - (bytes_of(type) < 8 ? 1 : 0) : 0;
}

void encode_element(ElementType type, double value, char* bytes) {
  with_codec(type, [&](auto codec) {
    const auto stored = codec.encode(value);
    std::memcpy(bytes, &stored, sizeof stored);
  });
}

double decode_element(ElementType type, const char* bytes) {
  return with_codec(type, [&](auto codec) {
    typename decltype(codec)::Stored stored;
    std::memcpy(&stored, bytes, sizeof stored);
    return codec.decode(stored);
  });
}

std::vector<double> decode_elements(ElementType type, std::string_view bytes) {
  std::vector<double> values(bytes.size() / bytes_of(type));
  with_codec(type, [&](auto codec) {
    typename decltype(codec)::Stored stored;
    for (size_t i = 0; i < values.size(); ++i) {
      std::memcpy(&stored, bytes.data() + i * sizeof stored, sizeof stored);
      values[i] = codec.decode(stored);
    }
  });
  return values;
}

std::string encode_elements(ElementType type, std::span<const double> values) {
  std::string bytes(values.size() * bytes_of(type), '\0');
  with_codec(type, [&](auto codec) {
    for (size_t i = 0; i < values.size(); ++i) {
      const auto stored = codec.encode(values[i]);
      std::memcpy(bytes.data() + i * sizeof stored, &stored, sizeof stored);
    }
  });
  return bytes;
}

}  // namespace whet
