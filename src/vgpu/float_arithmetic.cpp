#include "vgpu/float_ops.h"
#include "vgpu/float_tables.h"
#include "vgpu/half.h"

namespace whet::vgpu {

namespace {

constexpr FloatStyle k_plain{}, k_ftz{.ftz = true}, k_sat{.sat = true}, k_ftz_sat{.ftz = true, .sat = true};

template <typename T, FloatStyle style>
void add_basic(HandlerTable& table, const std::string& type) {
  table.add("add." + type, each<float_add<T, style>>);
  table.add("sub." + type, each<float_sub<T, style>>);
  table.add("mul." + type, each<float_mul<T, style>>);
  table.add("fma." + type, each<float_fma<T, style>>);
}

template <typename T, FloatStyle style>
void add_roots(HandlerTable& table, const std::string& type) {
  table.add("div." + type, each<float_div<T, style>>);
  table.add("rcp." + type, each<float_rcp<T, style>>);
  table.add("sqrt." + type, each<float_sqrt<T, style>>);
}

template <FloatStyle style>
void add_packed(HandlerTable& table, const std::string& type) {
  table.add("add." + type, each<BothWords<float_add<float, style>>::of>);
  table.add("sub." + type, each<BothWords<float_sub<float, style>>::of>);
  table.add("mul." + type, each<BothWords<float_mul<float, style>>::of>);
  table.add("fma." + type, each<BothWords<float_fma<float, style>>::of>);
}

// Narrow operands, f32 result: d = a + c, d = a * b + c.
template <typename H, FloatStyle style>
float mixed_add(uint16_t a, float c) {
  return float_add<float, style>(widen<H>(a), c);
}
template <typename H, FloatStyle style>
float mixed_sub(uint16_t a, float c) {
  return float_sub<float, style>(widen<H>(a), c);
}
template <typename H, FloatStyle style>
float mixed_fma(uint16_t a, uint16_t b, float c) {
  return float_fma<float, style>(widen<H>(a), widen<H>(b), c);
}
template <typename H, FloatStyle style>
void add_mixed(HandlerTable& table, const std::string& type) {
  table.add("add.f32." + type, each<mixed_add<H, style>>);
  table.add("sub.f32." + type, each<mixed_sub<H, style>>);
  table.add("fma.f32." + type, each<mixed_fma<H, style>>);
}

}  // namespace

void add_float_arithmetic(HandlerTable& table) {
  add_basic<float, k_plain>(table, "f32");
  add_basic<float, k_ftz>(table, "f32/ftz");
  add_basic<float, k_sat>(table, "f32/sat");
  add_basic<float, k_ftz_sat>(table, "f32/ftz/sat");
  add_basic<double, k_plain>(table, "f64");
  add_roots<float, k_plain>(table, "f32");
  add_roots<float, k_ftz>(table, "f32/ftz");
  add_roots<double, k_plain>(table, "f64");
  add_packed<k_plain>(table, "f32x2");
  add_packed<k_ftz>(table, "f32x2/ftz");
  add_mixed<F16, k_plain>(table, "f16");
  add_mixed<F16, k_sat>(table, "f16/sat");
  add_mixed<BF16, k_plain>(table, "bf16");
  add_mixed<BF16, k_sat>(table, "bf16/sat");
}

}  // namespace whet::vgpu
