// The types and state spaces of PTX.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace whet::ptx {

enum class Type : uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  f32,
  f32x2,
  f64,
  u16x2,
  s16x2,
  u8x4,
  s8x4,
  e4m3,
  e5m2,
  e4m3x2,
  e5m2x2,
  e2m1x2,
  e2m3x2,
  e3m2x2,
  ue8m0x2,
  b1,
  u4,
  s4,
  e2m1,
  e2m3,
  e3m2,
  ue8m0,
  ue4m3,
  e4m3x4,
  e5m2x4,
  e2m1x4,
  e2m3x4,
  e3m2x4,
};

// `cluster`: shared memory of any block of the cluster, including the own one.
enum class Space : uint8_t { none, global, shared, constant, local, param, generic, cluster };

// "f16x2" -> Type::f16x2; nothing for a word that is not a type.
std::optional<Type> parse_type(std::string_view word);
std::string_view name_of(Type type);

// Bytes of one value: 4 for f16x2; 1 for sub-byte types; 0 for pred and none.
int bytes_of(Type type);
bool is_signed(Type type);
// f16 to f64 and their packed forms.
bool is_float(Type type);

}  // namespace whet::ptx
