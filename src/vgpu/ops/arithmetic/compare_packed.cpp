// setp and set on f16x2 and bf16x2: two comparisons per lane. setp gives p for the lower half and q for the upper one.
#include "vgpu/numbers/float_bits.h"
#include "vgpu/numbers/half.h"
#include "vgpu/ops/arithmetic/compare.h"

namespace whet::vgpu {

namespace {

// Op::small: the kernel in the low bits, flags above.
enum Kernel : uint16_t { k_eq, k_ne, k_lt, k_le, k_num };
constexpr uint16_t k_kernel = 7, k_bfloat = 8, k_flush = 16;

float value_of(const Op& op, uint32_t half) {
  const uint16_t bits = static_cast<uint16_t>(half);
  if (op.small & k_bfloat) return bfloat_to_float(bits);
  return half_to_float(op.small & k_flush ? flush_bits<F16>(bits) : bits);
}

bool holds(const Op& op, uint32_t a_bits, uint32_t b_bits) {
  const float a = value_of(op, a_bits), b = value_of(op, b_bits);
  switch (op.small & k_kernel) {
    case k_eq:
      return a == b;
    case k_ne:
      return a < b || a > b;
    case k_lt:
      return a < b;
    case k_le:
      return a <= b;
    default:
      return a == a && b == b;
  }
}

struct HalfMasks {
  Mask low = 0, high = 0;
};
Mask combined(const Warp& warp, const Op& op, Mask mask) {
  if (op.flags & k_invert) mask = ~mask;
  if (!(op.flags & k_combine)) return mask;
  const Mask c = warp.predicate(op.c) ^ (op.flags & k_c_negated ? k_all_lanes : 0);
  switch (op.flags & k_combine) {
    case k_and:
      return mask & c;
    case k_or:
      return mask | c;
    default:
      return mask ^ c;
  }
}
HalfMasks compare(const Warp& warp, const Op& op) {
  const Source<uint32_t> a(warp, op.a), b(warp, op.b);
  HalfMasks masks;
  for (int lane = 0; lane < k_lanes; ++lane) {
    masks.low |= Mask{holds(op, a[lane], b[lane])} << lane;
    masks.high |= Mask{holds(op, a[lane] >> 16, b[lane] >> 16)} << lane;
  }
  return {combined(warp, op, masks.low), combined(warp, op, masks.high)};
}

void setp_lanes(Warp& warp, const Op& op) {
  const HalfMasks masks = compare(warp, op);
  if (op.dst.present()) warp.put_predicate(op.dst, masks.low);
  if (op.dst2.present()) warp.put_predicate(op.dst2, masks.high);
}
void setp_uniform(Warp& warp, const Op& op) {
  const HalfMasks masks = compare(warp, op);
  if (op.dst.present()) *warp.lanes<Mask>(op.dst) = masks.low;
  if (op.dst2.present()) *warp.lanes<Mask>(op.dst2) = masks.high;
}

// Op::extra is the value of true in a half.
uint32_t written(const Op& op, const HalfMasks& masks, int lane) {
  return (masks.high >> lane & 1 ? op.extra << 16 : 0) | (masks.low >> lane & 1 ? op.extra : 0);
}
void set_lanes(Warp& warp, const Op& op) {
  const HalfMasks masks = compare(warp, op);
  write_each<uint32_t>(warp, op.dst, [&](int lane) { return written(op, masks, lane); });
}
void set_uniform(Warp& warp, const Op& op) {
  const HalfMasks masks = compare(warp, op);
  warp.scalar<uint32_t>(op.dst) = written(op, masks, 0);
}

Kernel kernel_of(std::string_view name) {
  if (name == "eq") return k_eq;
  if (name == "ne") return k_ne;
  if (name == "lt") return k_lt;
  return name == "le" ? k_le : k_num;
}

}  // namespace

Result<bool> decode_packed_compare(DecodeInput& input, const Relation& relation) {
  const ptx::Type compared = input.in.type(input.in.type_count() - 1), written = input.in.type(0);
  const bool bfloat = compared == ptx::Type::bf16x2;
  input.op.small =
      static_cast<uint16_t>(kernel_of(relation.kernel) | (bfloat ? k_bfloat : 0) | (input.in.has("ftz") ? k_flush : 0));
  if (input.in.opcode == "setp") return use(input, {setp_lanes, setp_uniform, 2});
  const bool as_number = written == ptx::Type::f16x2 || written == ptx::Type::bf16x2;
  input.op.extra = !as_number ? 0xffff : bfloat ? BF16::one : F16::one;
  return use(input, {set_lanes, set_uniform, 2});
}

}  // namespace whet::vgpu
