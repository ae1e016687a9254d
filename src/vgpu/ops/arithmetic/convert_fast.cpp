// Frequent conversions as vector loops; all others are converted value by value.
#include "vgpu/numbers/float_ops.h"
#include "vgpu/numbers/nearest_integer.h"
#include "vgpu/ops/arithmetic/convert.h"

namespace whet::vgpu {

namespace {

template <typename F, typename I>
F from_integer(I a) {
  return static_cast<F>(a);
}
// The source is of type I, in the low bits of a wider register.
template <typename F, typename I, typename R>
F from_low(R a) {
  return static_cast<F>(static_cast<I>(a));
}

template <Round round, bool ftz>
float integral_f32(float a) {
  return settle_nan(integral<round>(ftz ? flush(a) : a));
}
template <Round round>
double integral_f64(double a) {
  return settle_nan(integral<round>(a), a);
}
inline float saturated_f32(float a) {
  return saturate(a);
}
inline double float_as_double(float a) {
  return static_cast<double>(a);
}
inline float double_as_float(double a) {
  return settle_nan(static_cast<float>(a));
}

std::string key(const std::string& words, size_t to_bytes, size_t from_bytes) {
  return "cvt." + words + ":" + std::to_string(to_bytes) + ":" + std::to_string(from_bytes);
}

// In these two modes a subnormal rounds to zero, flushed or not.
template <typename R, typename D, typename F, Round round>
void add_to_integer(HandlerTable& table, const std::string& word, const std::string& to, const std::string& from) {
  constexpr Handlers handlers = each<to_nearest_integer<R, D, F, round>>;
  for (const char* sat : {"", "sat."}) {
    table.add(key(word + "." + sat + to + "." + from, sizeof(R), sizeof(F)), handlers);
    if (sizeof(F) == 8 || (round != Round::even && round != Round::zero)) continue;
    table.add(key(word + ".ftz." + sat + to + "." + from, sizeof(R), sizeof(F)), handlers);
  }
}
template <typename D, typename F>
void add_all_modes(HandlerTable& table, const std::string& to, const std::string& from) {
  add_to_integer<D, D, F, Round::even>(table, "rni", to, from);
  add_to_integer<D, D, F, Round::zero>(table, "rzi", to, from);
  add_to_integer<D, D, F, Round::down>(table, "rmi", to, from);
  add_to_integer<D, D, F, Round::up>(table, "rpi", to, from);
}
template <typename D>
void add_to_byte(HandlerTable& table, const std::string& to) {
  add_to_integer<uint16_t, D, float, Round::even>(table, "rni", to, "f32");
  add_to_integer<uint16_t, D, float, Round::zero>(table, "rzi", to, "f32");
  add_to_integer<uint32_t, D, float, Round::even>(table, "rni", to, "f32");
  add_to_integer<uint32_t, D, float, Round::zero>(table, "rzi", to, "f32");
}

template <typename I>
void add_from_integer(HandlerTable& table, const std::string& from) {
  table.add(key("rn.f32." + from, 4, sizeof(I)), each<from_integer<float, I>>);
  table.add(key("rn.ftz.f32." + from, 4, sizeof(I)), each<from_integer<float, I>>);
  table.add(key("rn.f64." + from, 8, sizeof(I)), each<from_integer<double, I>>);
}
template <typename I>
void add_from_byte(HandlerTable& table, const std::string& from) {
  table.add(key("rn.f32." + from, 4, 2), each<from_low<float, I, uint16_t>>);
  table.add(key("rn.f32." + from, 4, 4), each<from_low<float, I, uint32_t>>);
}

template <Round round>
void add_integral(HandlerTable& table, const std::string& word) {
  table.add(key(word + ".f32.f32", 4, 4), each<integral_f32<round, false>>);
  table.add(key(word + ".ftz.f32.f32", 4, 4), each<integral_f32<round, true>>);
  table.add(key(word + ".f64.f64", 8, 8), each<integral_f64<round>>);
}

}  // namespace

void add_integer_conversions(HandlerTable& table) {
  add_all_modes<int32_t, float>(table, "s32", "f32");
  add_all_modes<uint32_t, float>(table, "u32", "f32");
  add_all_modes<int64_t, float>(table, "s64", "f32");
  add_all_modes<uint64_t, float>(table, "u64", "f32");
  add_all_modes<int32_t, double>(table, "s32", "f64");
  add_all_modes<uint32_t, double>(table, "u32", "f64");
  add_all_modes<int64_t, double>(table, "s64", "f64");
  add_all_modes<uint64_t, double>(table, "u64", "f64");
  add_to_byte<uint8_t>(table, "u8");
  add_to_byte<int8_t>(table, "s8");
  add_from_integer<uint16_t>(table, "u16");
  add_from_integer<uint32_t>(table, "u32");
  add_from_integer<uint64_t>(table, "u64");
  add_from_integer<int16_t>(table, "s16");
  add_from_integer<int32_t>(table, "s32");
  add_from_integer<int64_t>(table, "s64");
  add_from_byte<uint8_t>(table, "u8");
  add_from_byte<int8_t>(table, "s8");
}

void add_float_conversions(HandlerTable& table) {
  add_integral<Round::even>(table, "rni");
  add_integral<Round::zero>(table, "rzi");
  add_integral<Round::down>(table, "rmi");
  add_integral<Round::up>(table, "rpi");
  table.add(key("sat.f32.f32", 4, 4), each<saturated_f32>);
  table.add(key("f64.f32", 8, 4), each<float_as_double>);
  table.add(key("rn.f32.f64", 4, 8), each<double_as_float>);
}

}  // namespace whet::vgpu
