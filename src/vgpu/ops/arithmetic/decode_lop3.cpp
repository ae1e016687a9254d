// lop3: any function of three bits, as a tree of selections by a, b and c. Op::flags is its truth table, bit 4a+2b+c.
#include "vgpu/ops/arithmetic/integer_tables.h"

namespace whet::vgpu {

namespace {

// Op::small in the form with a predicate: p = (result != 0) and/or q, with q in Op::d.
constexpr uint16_t k_and = 1, k_q_negated = 2;

uint32_t choose(uint32_t by, uint32_t if_one, uint32_t if_zero) {
  return (by & if_one) | (~by & if_zero);
}
uint32_t lookup(uint32_t table, uint32_t a, uint32_t b, uint32_t c) {
  const auto bit = [table](int i) { return 0u - (table >> i & 1); };
  return choose(a, choose(b, choose(c, bit(7), bit(6)), choose(c, bit(5), bit(4))),
                choose(b, choose(c, bit(3), bit(2)), choose(c, bit(1), bit(0))));
}

void lop3_lanes(Warp& warp, const Op& op) {
  const Source<uint32_t> a(warp, op.a), b(warp, op.b), c(warp, op.c);
  const uint32_t table = op.flags;
  write_each<uint32_t>(warp, op.dst, [&](int lane) { return lookup(table, a[lane], b[lane], c[lane]); });
}
void lop3_uniform(Warp& warp, const Op& op) {
  warp.scalar<uint32_t>(op.dst) = lookup(op.flags, warp.scalar_value<uint32_t>(op.a), warp.scalar_value<uint32_t>(op.b),
                                         warp.scalar_value<uint32_t>(op.c));
}

Mask combined(const Warp& warp, const Op& op, Mask set) {
  const Mask q = warp.predicate(op.d) ^ (op.small & k_q_negated ? k_all_lanes : 0);
  return op.small & k_and ? set & q : set | q;
}
void lop3_test_lanes(Warp& warp, const Op& op) {
  const Source<uint32_t> a(warp, op.a), b(warp, op.b), c(warp, op.c);
  Mask set = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    set |= lookup(op.flags, a[lane], b[lane], c[lane]) != 0 ? Mask{1} << lane : 0;
  }
  if (op.dst.present()) lop3_lanes(warp, op);
  warp.put_predicate(op.dst2, combined(warp, op, set));
}
void lop3_test_uniform(Warp& warp, const Op& op) {
  const uint32_t result = lookup(op.flags, warp.scalar_value<uint32_t>(op.a), warp.scalar_value<uint32_t>(op.b),
                                 warp.scalar_value<uint32_t>(op.c));
  if (op.dst.present()) warp.scalar<uint32_t>(op.dst) = result;
  *warp.lanes<Mask>(op.dst2) = combined(warp, op, result ? k_all_lanes : 0);
}

}  // namespace

Result<bool> decode_lop3(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.operands.size() < 5) return unsupported_form(input);
  input.op.flags = static_cast<uint8_t>(in.operands[4].value);
  if (!in.has("or") && !in.has("and")) return use(input, {lop3_lanes, lop3_uniform, 4});
  if (in.operands.size() < 6 || !input.op.dst2.present()) return unsupported_form(input);
  input.op.d = input.operands[5][0];
  input.op.small = static_cast<uint16_t>((in.has("and") ? k_and : 0) | (in.operands[5].negated ? k_q_negated : 0));
  return use(input, {lop3_test_lanes, lop3_test_uniform, 5});
}

}  // namespace whet::vgpu
