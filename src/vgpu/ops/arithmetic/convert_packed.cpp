#include "vgpu/numbers/float_bits.h"
#include "vgpu/ops/arithmetic/convert.h"

namespace whet::vgpu {

namespace {

using ptx::Type;

bool is_power_scale(Type type) {
  return type == Type::ue8m0x2;
}
// Bits of one element.
int element_bits(Type type) {
  switch (type) {
    case Type::e2m1x2:
      return 4;
    case Type::e4m3x2:
    case Type::e5m2x2:
    case Type::e2m3x2:
    case Type::e3m2x2:
    case Type::ue8m0x2:
      return 8;
    case Type::f16x2:
    case Type::bf16x2:
      return 16;
    default:
      return 32;
  }
}

// ue8m0 holds only a power of two: the exponent of the magnitude; 255 is NaN, 254 the largest.
uint64_t to_power_scale(const Conversion& c, uint64_t raw) {
  const uint32_t bits = static_cast<uint32_t>(c.from == Type::bf16x2 ? raw << 16 : raw) & 0x7fffffff;
  if (bits > 0x7f800000) return 0xff;
  const uint32_t rest = bits & 0x7fffff;
  const bool up = c.round == Round::up && bits < 0x7f800000 && (bits >> 23 ? rest != 0 : rest > 0x400000);
  const uint32_t exponent = (bits >> 23) + up;
  return exponent == 0xff && c.finite ? 0xfe : exponent;
}
uint64_t from_power_scale(uint64_t raw) {
  return raw == 0xff ? BF16::nan : raw == 0 ? 0x0040 : raw << 7;
}

uint64_t convert_element(const Conversion& c, uint64_t raw) {
  if (is_power_scale(c.to)) return to_power_scale(c, raw);
  if (is_power_scale(c.from)) return from_power_scale(raw);
  return convert_value(c, raw);
}

uint64_t element(uint64_t raw, int bits, int which) {
  return raw >> (which * bits) & ((uint64_t{1} << bits) - 1);
}

// Op::extra: bytes of the destination's register in the low bits, of the source's above.
template <bool uniform>
void packed(Warp& warp, const Op& op) {
  const Conversion c = Conversion::of(op);
  const int to_bits = element_bits(c.to), from_bits = element_bits(c.from);
  const int to_bytes = op.extra & 0xff, from_bytes = op.extra >> 8 & 0xff;
  for (Mask rest = uniform ? 1 : warp.mask; rest; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    const uint64_t a = raw_value(warp, op.a, from_bytes, lane);
    const uint64_t high = from_bits == 32 ? a : element(a, from_bits, 1);
    const uint64_t low = from_bits == 32 ? raw_value(warp, op.b, from_bytes, lane) : element(a, from_bits, 0);
    const uint64_t value = convert_element(c, high) << to_bits | convert_element(c, low);
    write_raw(warp, op.dst, to_bytes, uniform, lane, value);
  }
}

// Op::flags: bits of one result, and whether it is signed (128). Op::small: 1 if c is an operand.
uint32_t clamped(const Op& op, int32_t value) {
  const int bits = op.flags & 0x7f;
  const bool is_signed = op.flags & 128;
  const int64_t highest = (int64_t{1} << (bits - is_signed)) - 1, lowest = is_signed ? -highest - 1 : 0;
  const int64_t kept = value < lowest ? lowest : value > highest ? highest : value;
  return static_cast<uint32_t>(kept) & ((1u << bits) - 1);
}
uint32_t pack_two(const Op& op, int32_t a, int32_t b, uint32_t c) {
  const int bits = op.flags & 0x7f;
  const uint32_t both = clamped(op, a) << bits | clamped(op, b);
  return op.small ? c << (2 * bits) | both : both;
}
void pack_lanes(Warp& warp, const Op& op) {
  const Source<int32_t> a(warp, op.a), b(warp, op.b);
  const Source<uint32_t> c(warp, op.small ? op.c : op.a);
  write_each<uint32_t>(warp, op.dst, [&](int lane) { return pack_two(op, a[lane], b[lane], c[lane]); });
}
void pack_uniform(Warp& warp, const Op& op) {
  const uint32_t c = op.small ? warp.scalar_value<uint32_t>(op.c) : 0;
  warp.scalar<uint32_t>(op.dst) = pack_two(op, warp.scalar_value<int32_t>(op.a), warp.scalar_value<int32_t>(op.b), c);
}

}  // namespace

bool is_packed(Type type) {
  return element_bits(type) != 32;
}

Result<bool> decode_packed_conversion(DecodeInput& input, const Conversion& c) {
  const size_t sources = is_packed(c.from) ? 1 : 2;
  c.put(input.op);
  input.op.extra = static_cast<uint32_t>(input.register_bytes[0] | input.register_bytes[1] << 8);
  return use(input, {packed<false>, packed<true>, sources});
}

Result<bool> decode_pack(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  int bits = 0;
  bool is_signed = false;
  for (const std::string& word : in.modifiers) {
    if (!in_list("u2 s2 u4 s4 u8 s8 u16 s16", word) || bits) continue;
    is_signed = word[0] == 's';
    bits = std::stoi(word.substr(1));
  }
  if (!bits || !in.has("sat")) return unsupported_form(input);
  input.op.flags = static_cast<uint8_t>(bits | (is_signed ? 128 : 0));
  input.op.small = in.operands.size() == 4;
  return use(input, {pack_lanes, pack_uniform, 2});
}

}  // namespace whet::vgpu
