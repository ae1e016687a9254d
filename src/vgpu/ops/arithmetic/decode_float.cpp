#include "vgpu/ops/arithmetic/float_tables.h"

namespace whet::vgpu {

namespace {

constexpr std::string_view k_opcodes =
    "add sub mul fma mad div rcp sqrt rsqrt ex2 lg2 sin cos tanh abs neg min max copysign";

HandlerTable float_table() {
  HandlerTable table;
  add_float_arithmetic(table);
  add_special_functions(table);
  add_float_picks(table);
  return table;
}

bool is_ours(const ptx::Instruction& in) {
  const ptx::Type type = in.type();
  const bool wide = type == ptx::Type::f32 || type == ptx::Type::f64 || type == ptx::Type::f32x2;
  return wide && in_list(k_opcodes, in.opcode);
}

}  // namespace

FloatForm float_form(const ptx::Instruction& in) {
  FloatForm form{.key = types_last(in, "rn rz rm rp ftz sat"), .ftz = in.has("ftz"), .sat = in.has("sat")};
  if (in.has("rz")) form.rounding = Rounding::zero;
  if (in.has("rm")) form.rounding = Rounding::down;
  if (in.has("rp")) form.rounding = Rounding::up;
  return form;
}

Result<bool> decode_float(DecodeInput& input) {
  if (!is_ours(input.in)) return false;
  FloatForm form = float_form(input.in);
  if (input.in.opcode == "mad") form.key = "fma" + form.key.substr(3);
  if ((input.in.opcode == "min" || input.in.opcode == "max") && input.in.operands.size() == 4) form.key += "/3";
  if (form.rounding != Rounding::nearest) return decode_directed(input, form);
  static const HandlerTable table = float_table();
  return use_row(input, table, form.styled());
}

}  // namespace whet::vgpu
