#include "vgpu/numbers/float_ops.h"
#include "vgpu/numbers/half.h"
#include "vgpu/numbers/packed.h"
#include "vgpu/ops/arithmetic/float_tables.h"

namespace whet::vgpu {

namespace {

constexpr FloatStyle k_plain{}, k_ftz{.ftz = true}, k_sat{.sat = true}, k_ftz_sat{.ftz = true, .sat = true};

template <FloatStyle style>
void add_single(HandlerTable& table, const std::string& type) {
  table.add("add." + type, each<float_add<float, style>>);
  table.add("sub." + type, each<float_sub<float, style>>);
  table.add("mul." + type, each<float_mul<float, style>>);
  table.add("fma." + type, each<float_fma<float, style>>);
}
template <FloatStyle style>
void add_single_roots(HandlerTable& table, const std::string& type) {
  table.add("div." + type, each<float_div<float, style>>);
  table.add("rcp." + type, each<float_rcp<float, style>>);
  table.add("sqrt." + type, each<float_sqrt<float, style>>);
}

// Keeps the host's result unless it is a NaN, whose payload must be the same on every host.
constexpr FloatStyle k_host_nan{.host_nan = true};
void add_double(HandlerTable& table) {
  table.add("add.f64", each_unless_nan<float_add<double, k_host_nan>, float_add<double, k_plain>>);
  table.add("sub.f64", each_unless_nan<float_sub<double, k_host_nan>, float_sub<double, k_plain>>);
  table.add("mul.f64", each_unless_nan<float_mul<double, k_host_nan>, float_mul<double, k_plain>>);
  table.add("fma.f64", each_unless_nan<float_fma<double, k_host_nan>, float_fma<double, k_plain>>);
  table.add("div.f64", each_unless_nan<float_div<double, k_host_nan>, float_div<double, k_plain>>);
  table.add("rcp.f64", each_unless_nan<float_rcp<double, k_host_nan>, float_rcp<double, k_plain>>);
  table.add("sqrt.f64", each_unless_nan<float_sqrt<double, k_host_nan>, float_sqrt<double, k_plain>>);
}

template <FloatStyle style>
void add_packed(HandlerTable& table, const std::string& type) {
  table.add("add." + type, each<Both<float_add<float, style>>::of>);
  table.add("sub." + type, each<Both<float_sub<float, style>>::of>);
  table.add("mul." + type, each<Both<float_mul<float, style>>::of>);
  table.add("fma." + type, each<Both<float_fma<float, style>>::of>);
}

// Narrow operands with an f32 result: d = a + c, d = a * b + c.
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
  add_single<k_plain>(table, "f32");
  add_single<k_ftz>(table, "f32/ftz");
  add_single<k_sat>(table, "f32/sat");
  add_single<k_ftz_sat>(table, "f32/ftz/sat");
  add_single_roots<k_plain>(table, "f32");
  add_single_roots<k_ftz>(table, "f32/ftz");
  add_double(table);
  add_packed<k_plain>(table, "f32x2");
  add_packed<k_ftz>(table, "f32x2/ftz");
  add_mixed<F16, k_plain>(table, "f16");
  add_mixed<F16, k_sat>(table, "f16/sat");
  add_mixed<BF16, k_plain>(table, "bf16");
  add_mixed<BF16, k_sat>(table, "bf16/sat");
}

}  // namespace whet::vgpu
