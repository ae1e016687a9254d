#include "ptx/types.h"

#include <array>
#include <unordered_map>

namespace whet::ptx {

namespace {

enum class Number : uint8_t { bits, natural, integer, real };

struct TypeFacts {
  Type type;
  std::string_view name;
  int bytes;
  Number number;
};

// In the order of the enumeration.
constexpr std::array k_types = {
    TypeFacts{Type::none, "none", 0, Number::bits},       TypeFacts{Type::pred, "pred", 0, Number::bits},
    TypeFacts{Type::b8, "b8", 1, Number::bits},           TypeFacts{Type::b16, "b16", 2, Number::bits},
    TypeFacts{Type::b32, "b32", 4, Number::bits},         TypeFacts{Type::b64, "b64", 8, Number::bits},
    TypeFacts{Type::b128, "b128", 16, Number::bits},      TypeFacts{Type::u8, "u8", 1, Number::natural},
    TypeFacts{Type::u16, "u16", 2, Number::natural},      TypeFacts{Type::u32, "u32", 4, Number::natural},
    TypeFacts{Type::u64, "u64", 8, Number::natural},      TypeFacts{Type::s8, "s8", 1, Number::integer},
    TypeFacts{Type::s16, "s16", 2, Number::integer},      TypeFacts{Type::s32, "s32", 4, Number::integer},
    TypeFacts{Type::s64, "s64", 8, Number::integer},      TypeFacts{Type::f16, "f16", 2, Number::real},
    TypeFacts{Type::f16x2, "f16x2", 4, Number::real},     TypeFacts{Type::bf16, "bf16", 2, Number::real},
    TypeFacts{Type::bf16x2, "bf16x2", 4, Number::real},   TypeFacts{Type::tf32, "tf32", 4, Number::real},
    TypeFacts{Type::f32, "f32", 4, Number::real},         TypeFacts{Type::f32x2, "f32x2", 8, Number::real},
    TypeFacts{Type::f64, "f64", 8, Number::real},         TypeFacts{Type::u16x2, "u16x2", 4, Number::natural},
    TypeFacts{Type::s16x2, "s16x2", 4, Number::integer},  TypeFacts{Type::u8x4, "u8x4", 4, Number::natural},
    TypeFacts{Type::s8x4, "s8x4", 4, Number::integer},    TypeFacts{Type::e4m3, "e4m3", 1, Number::bits},
    TypeFacts{Type::e5m2, "e5m2", 1, Number::bits},       TypeFacts{Type::e4m3x2, "e4m3x2", 2, Number::bits},
    TypeFacts{Type::e5m2x2, "e5m2x2", 2, Number::bits},   TypeFacts{Type::e2m1x2, "e2m1x2", 1, Number::bits},
    TypeFacts{Type::e2m3x2, "e2m3x2", 2, Number::bits},   TypeFacts{Type::e3m2x2, "e3m2x2", 2, Number::bits},
    TypeFacts{Type::ue8m0x2, "ue8m0x2", 2, Number::bits}, TypeFacts{Type::b1, "b1", 1, Number::bits},
    TypeFacts{Type::u4, "u4", 1, Number::natural},        TypeFacts{Type::s4, "s4", 1, Number::integer},
    TypeFacts{Type::e2m1, "e2m1", 1, Number::bits},       TypeFacts{Type::e2m3, "e2m3", 1, Number::bits},
    TypeFacts{Type::e3m2, "e3m2", 1, Number::bits},       TypeFacts{Type::ue8m0, "ue8m0", 1, Number::bits},
    TypeFacts{Type::ue4m3, "ue4m3", 1, Number::bits},     TypeFacts{Type::e4m3x4, "e4m3x4", 4, Number::bits},
    TypeFacts{Type::e5m2x4, "e5m2x4", 4, Number::bits},   TypeFacts{Type::e2m1x4, "e2m1x4", 2, Number::bits},
    TypeFacts{Type::e2m3x4, "e2m3x4", 4, Number::bits},   TypeFacts{Type::e3m2x4, "e3m2x4", 4, Number::bits},
};

constexpr bool in_order() {
  for (size_t i = 0; i < k_types.size(); ++i) {
    if (static_cast<size_t>(k_types[i].type) != i) return false;
  }
  return true;
}
static_assert(in_order());

const TypeFacts& facts(Type type) {
  return k_types[static_cast<size_t>(type)];
}

}  // namespace

std::optional<Type> parse_type(std::string_view word) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, Type> map;
    for (const TypeFacts& facts : k_types) map.emplace(facts.name, facts.type);
    map.erase("none");
    return map;
  }();
  const auto found = by_name.find(word);
  if (found == by_name.end()) return std::nullopt;
  return found->second;
}

std::string_view name_of(Type type) {
  return facts(type).name;
}

int bytes_of(Type type) {
  return facts(type).bytes;
}

bool is_signed(Type type) {
  return facts(type).number == Number::integer;
}

bool is_float(Type type) {
  return facts(type).number == Number::real;
}

}  // namespace whet::ptx
