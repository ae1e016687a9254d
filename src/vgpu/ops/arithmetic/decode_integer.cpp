#include "vgpu/ops/arithmetic/integer_tables.h"

namespace whet::vgpu {

namespace {

// Opcodes that belong to this family only with an integer type.
constexpr std::string_view k_shared_opcodes = "add sub mul mad div abs neg min max and or xor not";
constexpr std::string_view k_own_opcodes =
    "addc subc madc mul24 mad24 sad rem popc clz bfind fns brev bfe bfi bmsk szext dp4a dp2a cnot lop3 shl shr shf "
    "prmt";

HandlerTable integer_table() {
  HandlerTable table;
  add_arithmetic(table);
  add_bits(table);
  add_carry(table);
  return table;
}

bool is_ours(const ptx::Instruction& in) {
  if (in_list(k_own_opcodes, in.opcode)) return true;
  return in_list(k_shared_opcodes, in.opcode) && !ptx::is_float(in.type()) && in.type() != ptx::Type::pred;
}

}  // namespace

Result<bool> decode_integer(DecodeInput& input) {
  if (input.in.opcode.starts_with('v')) return decode_video(input);
  if (!is_ours(input.in)) return false;
  if (input.in.opcode == "lop3") return decode_lop3(input);
  static const HandlerTable table = integer_table();
  return use_row(input, table, input.in.full_opcode());
}

}  // namespace whet::vgpu
