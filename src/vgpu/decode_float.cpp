#include "vgpu/float_tables.h"

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
  FloatForm form{.key = in.opcode};
  for (const std::string& word : in.modifiers) {
    if (word == "ftz") {
      form.ftz = true;
    } else if (word == "sat") {
      form.sat = true;
    } else if (word == "rz" || word == "rm" || word == "rp") {
      form.rounding = word == "rz" ? Rounding::zero : word == "rm" ? Rounding::down : Rounding::up;
    } else if (word != "rn") {
      form.key += "." + word;
    }
  }
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
