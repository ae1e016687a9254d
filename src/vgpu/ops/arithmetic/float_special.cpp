#include <cmath>

#include "vgpu/numbers/special_functions.h"
#include "vgpu/ops/arithmetic/float_tables.h"

namespace whet::vgpu {

namespace {

constexpr FloatStyle k_plain{}, k_ftz{.ftz = true};

// Sine and cosine. An operand that is too large for the short reduction, which is rare, goes to the host's library.
template <int quarter, FloatStyle style>
float circular_any(float a) {
  const double x = enter<style>(a);
  return settle<style>(static_cast<float>(quarter ? std::cos(x) : std::sin(x)));
}
template <int quarter, FloatStyle style>
[[gnu::flatten]] void circular_lanes(Warp& warp, const Op& op) {
  const Source<float> a(warp, op.a);
  bool reducible = true;
  for (int lane = 0; lane < k_lanes; ++lane) reducible &= __builtin_fabsf(a[lane]) < k_reducible;
  if (reducible) {
    write_each<float>(warp, op.dst, [&](int lane) { return special<circular<quarter>, style>(a[lane]); });
  } else {
    write_active<float>(warp, op.dst, [&](int lane) { return circular_any<quarter, style>(a[lane]); });
  }
}
template <int quarter, FloatStyle style>
void circular_uniform(Warp& warp, const Op& op) {
  warp.scalar<float>(op.dst) = circular_any<quarter, style>(warp.scalar_value<float>(op.a));
}
template <int quarter, FloatStyle style>
constexpr Handlers k_circular = {circular_lanes<quarter, style>, circular_uniform<quarter, style>};

template <FloatStyle style>
void add_functions(HandlerTable& table, const std::string& type) {
  table.add("ex2.approx." + type, each<special<exponential, style>>);
  table.add("lg2.approx." + type, each<special<logarithm, style>>);
  table.add("rsqrt.approx." + type, each<special<reciprocal_root, style>>);
  table.add("rcp.approx." + type, each<float_rcp<float, style>>);
  table.add("sqrt.approx." + type, each<float_sqrt<float, style>>);
  table.add("div.full." + type, each<float_div<float, style>>);
  table.add("div.approx." + type, each<special2<divide_approximately, style>>);
  table.add("sin.approx." + type, k_circular<0, style>);
  table.add("cos.approx." + type, k_circular<1, style>);
}

}  // namespace

void add_special_functions(HandlerTable& table) {
  add_functions<k_plain>(table, "f32");
  add_functions<k_ftz>(table, "f32/ftz");
  table.add("tanh.approx.f32", each<special<hyperbolic_tangent, k_plain>>);
  table.add("rsqrt.approx.f64", each<reciprocal_root_double>);
  table.add("rsqrt.approx.f64/ftz", each<reciprocal_root_upper>);
  table.add("rcp.approx.f64/ftz", each<reciprocal_upper>);
}

}  // namespace whet::vgpu
