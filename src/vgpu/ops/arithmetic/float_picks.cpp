// min, max, abs, neg and copysign of f32 and f64, none of which rounds.
#include "vgpu/numbers/float_ops.h"
#include "vgpu/ops/arithmetic/float_tables.h"

namespace whet::vgpu {

namespace {

template <typename T, PickStyle style>
void add_pick(HandlerTable& table, const std::string& form) {
  table.add("min." + form, each<float_pick<T, Pick::min, style>>);
  table.add("max." + form, each<float_pick<T, Pick::max, style>>);
}
template <PickStyle style>
void add_pick3(HandlerTable& table, const std::string& form) {
  table.add("min." + form, each<float_pick3<float, Pick::min, style>>);
  table.add("max." + form, each<float_pick3<float, Pick::max, style>>);
}

void add_f32_picks(HandlerTable& table) {
  add_pick<float, PickStyle{}>(table, "f32");
  add_pick<float, PickStyle{.keep_nan = true}>(table, "NaN.f32");
  add_pick<float, PickStyle{.xor_sign = true}>(table, "xorsign.abs.f32");
  add_pick<float, PickStyle{.keep_nan = true, .xor_sign = true}>(table, "NaN.xorsign.abs.f32");
  add_pick<float, PickStyle{.ftz = true}>(table, "f32/ftz");
  add_pick<float, PickStyle{.ftz = true, .keep_nan = true}>(table, "NaN.f32/ftz");
  add_pick<float, PickStyle{.ftz = true, .xor_sign = true}>(table, "xorsign.abs.f32/ftz");
  add_pick<float, PickStyle{.ftz = true, .keep_nan = true, .xor_sign = true}>(table, "NaN.xorsign.abs.f32/ftz");
}

void add_three_operand_picks(HandlerTable& table) {
  add_pick3<PickStyle{}>(table, "f32/3");
  add_pick3<PickStyle{.keep_nan = true}>(table, "NaN.f32/3");
  add_pick3<PickStyle{.absolute = true}>(table, "abs.f32/3");
  add_pick3<PickStyle{.keep_nan = true, .absolute = true}>(table, "NaN.abs.f32/3");
  add_pick3<PickStyle{.ftz = true}>(table, "f32/3/ftz");
  add_pick3<PickStyle{.ftz = true, .keep_nan = true}>(table, "NaN.f32/3/ftz");
  add_pick3<PickStyle{.ftz = true, .absolute = true}>(table, "abs.f32/3/ftz");
  add_pick3<PickStyle{.ftz = true, .keep_nan = true, .absolute = true}>(table, "NaN.abs.f32/3/ftz");
}

template <typename F, bool ftz>
void add_signs(HandlerTable& table, const std::string& type) {
  table.add("abs." + type, each<absolute_bits<F, ftz>>);
  table.add("neg." + type, each<negate_bits<F, ftz>>);
}

}  // namespace

void add_float_picks(HandlerTable& table) {
  add_f32_picks(table);
  add_three_operand_picks(table);
  add_pick<double, PickStyle{}>(table, "f64");
  add_signs<F32, false>(table, "f32");
  add_signs<F32, true>(table, "f32/ftz");
  add_signs<F64, false>(table, "f64");
  table.add("copysign.f32", each<copy_sign_bits<F32>>);
  table.add("copysign.f64", each<copy_sign_bits<F64>>);
}

}  // namespace whet::vgpu
