#include "vgpu/integer_tables.h"

namespace whet::vgpu {

namespace {

// Opcodes that belong here only with an integer type.
constexpr std::string_view k_shared_opcodes = "add sub mul mad div abs neg min max and or xor not";
constexpr std::string_view k_own_opcodes =
    "addc subc madc mul24 mad24 sad rem popc clz bfind fns brev bfe bfi bmsk szext dp4a dp2a cnot lop3 shl shr shf prmt";

// Any of lop3's 256 functions, as a tree of choices by a, b and c; `flags` holds the function.
uint32_t choose(uint32_t by, uint32_t if_one, uint32_t if_zero) {
  return (by & if_one) | (~by & if_zero);
}
uint32_t lookup(uint32_t lut, uint32_t a, uint32_t b, uint32_t c) {
  const auto bit = [lut](int i) { return 0u - (lut >> i & 1); };
  return choose(a, choose(b, choose(c, bit(7), bit(6)), choose(c, bit(5), bit(4))),
                choose(b, choose(c, bit(3), bit(2)), choose(c, bit(1), bit(0))));
}
void lop3_lanes(Warp& warp, const Op& op) {
  const Source<uint32_t> a(warp, op.a), b(warp, op.b), c(warp, op.c);
  const uint32_t lut = op.flags;
  write_lanes<uint32_t>(warp, op.dst, [&](int lane) { return lookup(lut, a[lane], b[lane], c[lane]); });
}
void lop3_uniform(Warp& warp, const Op& op) {
  warp.scalar<uint32_t>(op.dst) = lookup(op.flags, warp.scalar_value<uint32_t>(op.a),
                                         warp.scalar_value<uint32_t>(op.b), warp.scalar_value<uint32_t>(op.c));
}

Result<bool> decode_lop3(DecodeInput& input) {
  if (input.in.has("or") || input.in.has("and")) return unsupported_form(input, "lop3 with a predicate result");
  input.op.flags = static_cast<uint8_t>(input.in.operands.back().value);
  return use(input, {lop3_lanes, lop3_uniform});
}

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
