#include <utility>

#include "vgpu/numbers/float_bits.h"
#include "vgpu/ops/arithmetic/compare.h"

namespace whet::vgpu {

namespace {

HandlerTable relation_table() {
  HandlerTable table;
  add_integer_relations(table);
  add_float_relations(table);
  return table;
}

uint8_t combination(const ptx::Instruction& in) {
  if (in.has("and")) return k_and;
  if (in.has("or")) return k_or;
  return in.has("xor") ? k_xor : 0;
}

// The value of true in the destination of set.
uint32_t true_value(ptx::Type type) {
  switch (type) {
    case ptx::Type::f32:
      return F32::one;
    case ptx::Type::f16:
      return F16::one;
    case ptx::Type::bf16:
      return BF16::one;
    default:
      return ~0u;
  }
}

Result<bool> decode_relation(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.modifiers.empty() || in.type_count() == 0) return unsupported_form(input);
  const ptx::Type compared = in.type(in.type_count() - 1);
  const Relation* const relation =
      ptx::is_float(compared) ? float_relation(in.modifiers[0]) : integer_relation(in.modifiers[0]);
  if (!relation) return unsupported_form(input);
  Op& op = input.op;
  if (relation->swap) std::swap(op.a, op.b);
  op.flags = static_cast<uint8_t>((relation->invert ? k_invert : 0) | combination(in));
  if ((op.flags & k_combine) && in.operands.size() < 4) return unsupported_form(input, "operands are missing");
  if (in.operands.size() > 3 && in.operands[3].negated) op.flags |= k_c_negated;
  if (compared == ptx::Type::f16x2 || compared == ptx::Type::bf16x2) return decode_packed_compare(input, *relation);
  op.small = static_cast<uint16_t>(ptx::bytes_of(in.type(0)));
  op.extra = true_value(in.type(0));
  static const HandlerTable table = relation_table();
  std::string key = in.opcode + "." + std::string(relation->kernel) + "." + std::string(ptx::name_of(compared));
  return use_row(input, table, in.has("ftz") ? key + "/ftz" : key);
}

}  // namespace

Result<bool> decode_compare(DecodeInput& input) {
  if (input.in.opcode == "setp" || input.in.opcode == "set") return decode_relation(input);
  return decode_select(input);
}

}  // namespace whet::vgpu
