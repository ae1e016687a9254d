// selp, slct, testp, and logic on predicates.
#include <array>

#include "vgpu/numbers/float_bits.h"
#include "vgpu/numbers/float_ops.h"
#include "vgpu/ops/arithmetic/compare.h"

namespace whet::vgpu {

namespace {

// A table of the bits vectorises better than shifts.
constexpr auto k_lane_bits = [] {
  std::array<Mask, k_lanes> bits{};
  for (int lane = 0; lane < k_lanes; ++lane) bits[lane] = Mask{1} << lane;
  return bits;
}();

constexpr uint8_t k_a_negated = 1, k_b_negated = 2;  // Op::flags of logic on predicates; selp uses the first one for c

template <typename T>
void selp_lanes(Warp& warp, const Op& op) {
  const Source<T> a(warp, op.a), b(warp, op.b);
  const Mask mask = warp.predicate(op.c) ^ (op.flags & k_a_negated ? k_all_lanes : 0);
  write_each<T>(warp, op.dst, [&](int lane) { return mask & k_lane_bits[lane] ? a[lane] : b[lane]; });
}
template <typename T>
void selp_uniform(Warp& warp, const Op& op) {
  const Mask mask = warp.predicate(op.c) ^ (op.flags & k_a_negated ? k_all_lanes : 0);
  warp.scalar<T>(op.dst) = warp.scalar_value<T>(mask & 1 ? op.a : op.b);
}

template <typename T>
T slct_integer(T a, T b, int32_t c) {
  return c >= 0 ? a : b;
}
template <typename T>
T slct_float(T a, T b, float c) {
  return c >= 0 ? a : b;
}
// A subnormal c of either sign counts as zero.
template <typename T>
T slct_flushed(T a, T b, float c) {
  return flush(c) >= 0 ? a : b;
}

template <typename T>
void add_selections(HandlerTable& table, const std::string& letters, const std::string& width) {
  for (const char letter : letters) {
    const std::string type = letter + width;
    table.add("selp." + type, {selp_lanes<T>, selp_uniform<T>, 3});
    table.add("slct." + type + ".s32", each<slct_integer<T>>);
    table.add("slct." + type + ".f32", each<slct_float<T>>);
    table.add("slct.ftz." + type + ".f32", each<slct_flushed<T>>);
  }
}

template <typename F, bool (*test)(Bits<F>)>
Mask tested(const Warp& warp, const Op& op) {
  const Source<Bits<F>> a(warp, op.a);
  Mask holds = 0;
  for (int lane = 0; lane < k_lanes; ++lane) holds |= test(a[lane]) ? Mask{1} << lane : 0;
  return holds;
}
template <typename F, bool (*test)(Bits<F>)>
void testp_lanes(Warp& warp, const Op& op) {
  warp.put_predicate(op.dst, tested<F, test>(warp, op));
}
template <typename F, bool (*test)(Bits<F>)>
void testp_uniform(Warp& warp, const Op& op) {
  *warp.lanes<Mask>(op.dst) = tested<F, test>(warp, op);
}
template <typename F, bool (*test)(Bits<F>)>
constexpr Handlers k_testp = {testp_lanes<F, test>, testp_uniform<F, test>};

template <typename F>
void add_tests(HandlerTable& table, const std::string& type) {
  table.add("testp.finite." + type, k_testp<F, is_finite_bits<F>>);
  table.add("testp.infinite." + type, k_testp<F, is_infinite_bits<F>>);
  table.add("testp.number." + type, k_testp<F, is_number_bits<F>>);
  table.add("testp.notanumber." + type, k_testp<F, is_nan_bits<F>>);
  table.add("testp.normal." + type, k_testp<F, is_normal_bits<F>>);
  table.add("testp.subnormal." + type, k_testp<F, is_subnormal_bits<F>>);
}

enum class Logic { and_, or_, xor_, not_, move };
template <Logic logic>
Mask value(const Warp& warp, const Op& op) {
  const Mask a = warp.predicate(op.a) ^ (op.flags & k_a_negated ? k_all_lanes : 0);
  if (logic == Logic::move) return a;
  if (logic == Logic::not_) return ~a;
  const Mask b = warp.predicate(op.b) ^ (op.flags & k_b_negated ? k_all_lanes : 0);
  if (logic == Logic::and_) return a & b;
  return logic == Logic::or_ ? a | b : a ^ b;
}
template <Logic logic>
void logic_lanes(Warp& warp, const Op& op) {
  warp.put_predicate(op.dst, value<logic>(warp, op));
}
template <Logic logic>
void logic_uniform(Warp& warp, const Op& op) {
  *warp.lanes<Mask>(op.dst) = value<logic>(warp, op);
}
template <Logic logic>
constexpr Handlers k_logic = {logic_lanes<logic>, logic_uniform<logic>, logic < Logic::not_ ? 2 : 1};

HandlerTable select_table() {
  HandlerTable table;
  add_selections<uint16_t>(table, "bus", "16");
  add_selections<uint32_t>(table, "busf", "32");
  add_selections<uint64_t>(table, "busf", "64");
  add_tests<F32>(table, "f32");
  add_tests<F64>(table, "f64");
  table.add("and.pred", k_logic<Logic::and_>);
  table.add("or.pred", k_logic<Logic::or_>);
  table.add("xor.pred", k_logic<Logic::xor_>);
  table.add("not.pred", k_logic<Logic::not_>);
  table.add("mov.pred", k_logic<Logic::move>);
  return table;
}

bool is_ours(const ptx::Instruction& in) {
  if (in_list("selp slct testp", in.opcode)) return true;
  return in.type() == ptx::Type::pred && in_list("and or xor not mov", in.opcode);
}

}  // namespace

Result<bool> decode_select(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (!is_ours(in)) return false;
  const size_t first = in.opcode == "selp" ? 3 : 1;
  if (in.operands.size() > first && in.operands[first].negated) input.op.flags |= k_a_negated;
  if (first == 1 && in.operands.size() > 2 && in.operands[2].negated) input.op.flags |= k_b_negated;
  static const HandlerTable table = select_table();
  return use_row(input, table, in.full_opcode());
}

}  // namespace whet::vgpu
