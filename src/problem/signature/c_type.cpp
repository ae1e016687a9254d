#include "problem/signature/c_type.h"

#include <algorithm>
#include <array>
#include <string>

#include "source/kernel/constants.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int64_t k_most_members = 64;

struct NamedType {
  std::string_view name;
  ElementType element;
};

constexpr std::array k_named = {
    NamedType{"float", ElementType::f32},          NamedType{"double", ElementType::f64},
    NamedType{"half", ElementType::f16},           NamedType{"__half", ElementType::f16},
    NamedType{"__nv_bfloat16", ElementType::bf16}, NamedType{"nv_bfloat16", ElementType::bf16},
    NamedType{"__nv_fp8_e4m3", ElementType::e4m3}, NamedType{"__nv_fp8_e5m2", ElementType::e5m2},
    NamedType{"bool", ElementType::boolean},       NamedType{"int8_t", ElementType::i8},
    NamedType{"uint8_t", ElementType::u8},         NamedType{"int16_t", ElementType::i16},
    NamedType{"uint16_t", ElementType::u16},       NamedType{"int32_t", ElementType::i32},
    NamedType{"uint32_t", ElementType::u32},       NamedType{"int64_t", ElementType::i64},
    NamedType{"uint64_t", ElementType::u64},       NamedType{"size_t", ElementType::u64},
    NamedType{"ptrdiff_t", ElementType::i64},      NamedType{"uchar", ElementType::u8},
    NamedType{"ushort", ElementType::u16},         NamedType{"uint", ElementType::u32},
    NamedType{"ulong", ElementType::u64},          NamedType{"char", ElementType::i8},
    NamedType{"short", ElementType::i16},          NamedType{"longlong", ElementType::i64},
    NamedType{"ulonglong", ElementType::u64},      NamedType{"int", ElementType::i32},
    NamedType{"long", ElementType::i64},
};

struct NamedVector {
  std::string_view name;
  CType type;
};

// Vectors whose name is not an element type and a count.
constexpr std::array k_vectors = {
    NamedVector{"half2", {ElementType::f16, 2}},
    NamedVector{"__half2", {ElementType::f16, 2}},
    NamedVector{"__nv_bfloat162", {ElementType::bf16, 2}},
    NamedVector{"nv_bfloat162", {ElementType::bf16, 2}},
    NamedVector{"__nv_fp8x2_e4m3", {ElementType::e4m3, 2}},
    NamedVector{"__nv_fp8x4_e4m3", {ElementType::e4m3, 4}},
    NamedVector{"__nv_fp8x2_e5m2", {ElementType::e5m2, 2}},
    NamedVector{"__nv_fp8x4_e5m2", {ElementType::e5m2, 4}},
};

std::optional<ElementType> named(std::string_view name) {
  for (const NamedType& candidate : k_named) {
    if (candidate.name == name) return candidate.element;
  }
  return std::nullopt;
}

// "unsigned long long int", with its words in any order.
std::optional<ElementType> built_in(std::string_view name) {
  int longs = 0;
  bool is_unsigned = false, is_short = false, is_char = false;
  for (const std::string_view word : split(name, ' ')) {
    longs += word == "long";
    is_unsigned |= word == "unsigned";
    is_short |= word == "short";
    is_char |= word == "char";
    constexpr std::array k_words = {"long", "unsigned", "signed", "short", "char", "int"};
    if (std::find(k_words.begin(), k_words.end(), word) == k_words.end()) return std::nullopt;
  }
  if (is_char) return is_unsigned ? ElementType::u8 : ElementType::i8;
  if (is_short) return is_unsigned ? ElementType::u16 : ElementType::i16;
  if (longs) return is_unsigned ? ElementType::u64 : ElementType::i64;
  return is_unsigned ? ElementType::u32 : ElementType::i32;
}

bool is_raw(ElementType type) {
  return !is_floating(type) && !is_signed(type) && type != ElementType::boolean;
}

}  // namespace

std::optional<CType> c_type(std::string_view name) {
  for (const std::string_view prefix : {"::", "std::", "cuda::std::"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  if (const auto element = named(name)) return CType{*element, 1};
  for (const NamedVector& vector : k_vectors) {
    if (vector.name == name) return vector.type;
  }
  if (const auto element = built_in(name)) return CType{*element, 1};
  if (const size_t open = name.find('['); open != std::string_view::npos && name.ends_with("]")) {
    const auto lanes = whole_number(name.substr(open + 1, name.size() - open - 2));
    const auto element = c_type(name.substr(0, open));
    if (!lanes || !element || element->lanes != 1 || *lanes < 1 || *lanes > k_most_members) return std::nullopt;
    return CType{element->element, static_cast<int>(*lanes)};
  }
  if (name.size() < 2 || name.back() < '1' || name.back() > '4') return std::nullopt;
  const auto element = named(name.substr(0, name.size() - 1));
  return element ? std::optional(CType{*element, name.back() - '0'}) : std::nullopt;
}

bool may_pass(const CType& type, ElementType element) {
  if (type.lanes != 1 || bytes_of(type.element) != bytes_of(element)) return false;
  if (is_floating(type.element) || is_floating(element)) return type.element == element;
  return (type.element == ElementType::boolean) == (element == ElementType::boolean);
}

bool may_view(const CType& type, ElementType element) {
  if (type.lanes > 1) return bytes_of(type.element) * static_cast<uint64_t>(type.lanes) % bytes_of(element) == 0;
  if (bytes_of(type.element) != bytes_of(element)) return false;
  return is_raw(type.element) || is_raw(element) || may_pass(type, element) || element == ElementType::boolean;
}

}  // namespace whet
