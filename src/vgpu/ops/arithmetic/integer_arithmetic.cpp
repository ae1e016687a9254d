#include "vgpu/numbers/integer_ops.h"
#include "vgpu/ops/arithmetic/integer_tables.h"

namespace whet::vgpu {

namespace {

template <typename T>
void add_wrapping(HandlerTable& table, const std::string& type) {
  using U = Unsigned<T>;
  table.add("add." + type, each<add<U>>);
  table.add("sub." + type, each<sub<U>>);
  table.add("mul.lo." + type, each<mul_lo<U>>);
  table.add("mad.lo." + type, each<mad_lo<U>>);
  table.add("mul.hi." + type, each<mul_hi<T>>);
  table.add("mad.hi." + type, each<mad_hi<T>>);
}

template <typename T>
void add_common(HandlerTable& table, const std::string& type) {
  add_wrapping<T>(table, type);
  table.add("sad." + type, each<sad<T>>);
  table.add("div." + type, each<div<T>>);
  table.add("rem." + type, each<rem<T>>);
  table.add("min." + type, each<minimum<T>>);
  table.add("max." + type, each<maximum<T>>);
  if constexpr (sizeof(T) < 8) {
    table.add("mul.wide." + type, each<mul_wide<T>>);
    table.add("mad.wide." + type, each<mad_wide<T>>);
  }
  if constexpr (std::is_signed_v<T>) {
    table.add("abs." + type, each<absolute<T>>);
    table.add("neg." + type, each<negate<Unsigned<T>>>);
  }
}

template <typename T>
void add_24_bit(HandlerTable& table, const std::string& type) {
  table.add("mul24.lo." + type, each<mul24_lo<T>>);
  table.add("mul24.hi." + type, each<mul24_hi<T>>);
  table.add("mad24.lo." + type, each<mad24_lo<T>>);
  table.add("mad24.hi." + type, each<mad24_hi<T>>);
}

template <typename T>
void add_halves(HandlerTable& table, const std::string& type) {
  table.add("add." + type, each<both_halves<T, add<T>>>);
  table.add("min." + type, each<both_halves<T, minimum<T>>>);
  table.add("max." + type, each<both_halves<T, maximum<T>>>);
}

template <typename A, typename B>
void add_dots(HandlerTable& table, const std::string& types) {
  using HalfWord = std::conditional_t<std::is_signed_v<A>, int16_t, uint16_t>;
  table.add("dp4a." + types, each<dp4a<A, B>>);
  table.add("dp2a.lo." + types, each<dp2a<HalfWord, B, 0>>);
  table.add("dp2a.hi." + types, each<dp2a<HalfWord, B, 16>>);
}

void add_saturating(HandlerTable& table) {
  table.add("add.sat.s32", each<add_sat>);
  table.add("sub.sat.s32", each<sub_sat>);
  table.add("mad.hi.sat.s32", each<mad_hi_sat>);
  table.add("mad24.hi.sat.s32", each<mad24_hi_sat>);
}

// The PTX manual has min.relu.s32, the toolkit's headers have min.s32.relu.
void add_relu(HandlerTable& table, const std::string& opcode, const std::string& type, Handlers handlers) {
  table.add(opcode + ".relu." + type, handlers);
  table.add(opcode + "." + type + ".relu", handlers);
}

void add_clipped(HandlerTable& table) {
  add_relu(table, "min", "s32", each<minimum_relu<int32_t>>);
  add_relu(table, "max", "s32", each<maximum_relu<int32_t>>);
  add_relu(table, "min", "s16x2", each<both_halves<int16_t, minimum_relu<int16_t>>>);
  add_relu(table, "max", "s16x2", each<both_halves<int16_t, maximum_relu<int16_t>>>);
}

}  // namespace

void add_arithmetic(HandlerTable& table) {
  add_common<uint16_t>(table, "u16");
  add_common<uint32_t>(table, "u32");
  add_common<uint64_t>(table, "u64");
  add_common<int16_t>(table, "s16");
  add_common<int32_t>(table, "s32");
  add_common<int64_t>(table, "s64");
  add_24_bit<uint32_t>(table, "u32");
  add_24_bit<int32_t>(table, "s32");
  add_halves<uint16_t>(table, "u16x2");
  add_halves<int16_t>(table, "s16x2");
  add_dots<uint8_t, uint8_t>(table, "u32.u32");
  add_dots<uint8_t, int8_t>(table, "u32.s32");
  add_dots<int8_t, uint8_t>(table, "s32.u32");
  add_dots<int8_t, int8_t>(table, "s32.s32");
  add_saturating(table);
  add_clipped(table);
}

}  // namespace whet::vgpu
