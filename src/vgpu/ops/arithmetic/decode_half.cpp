#include "vgpu/ops/arithmetic/half_tables.h"

namespace whet::vgpu {

namespace {

constexpr std::string_view k_opcodes = "add sub mul fma abs neg min max ex2 tanh";

HandlerTable half_table() {
  HandlerTable table;
  add_half_arithmetic(table);
  add_half_functions(table);
  add_half_picks(table);
  return table;
}

bool is_ours(const ptx::Instruction& in) {
  const ptx::Type type = in.type();
  const bool narrow =
      type == ptx::Type::f16 || type == ptx::Type::f16x2 || type == ptx::Type::bf16 || type == ptx::Type::bf16x2;
  return narrow && in_list(k_opcodes, in.opcode);
}

}  // namespace

Result<bool> decode_half(DecodeInput& input) {
  if (!is_ours(input.in)) return false;
  if (input.in.has("oob")) return unsupported_form(input, "the pattern of out-of-bounds NaNs is not public");
  static const HandlerTable table = half_table();
  return use_row(input, table, types_last(input.in, "rn approx"));
}

}  // namespace whet::vgpu
