#include <algorithm>

#include "vgpu/ops/arithmetic/convert.h"

namespace whet::vgpu {

namespace {

HandlerTable fast_table() {
  HandlerTable table;
  add_integer_casts(table);
  add_integer_conversions(table);
  add_float_conversions(table);
  add_half_conversions(table);
  add_packed_conversions(table);
  return table;
}

// Converts value by value, with one rounding in integer arithmetic. Op::extra: bytes of the registers, dst first.
template <bool uniform>
void convert_slowly(Warp& warp, const Op& op) {
  const Conversion conversion = Conversion::of(op);
  const int to_bytes = op.extra & 0xff, from_bytes = op.extra >> 8 & 0xff;
  for (Mask rest = uniform ? 1 : warp.mask; rest; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    const uint64_t value = convert_value(conversion, raw_value(warp, op.a, from_bytes, lane));
    write_raw(warp, op.dst, to_bytes, uniform, lane, value);
  }
}

Result<bool> decode_slow(DecodeInput& input, const Conversion& conversion) {
  conversion.put(input.op);
  input.op.extra = static_cast<uint32_t>(input.register_bytes[0] | input.register_bytes[1] << 8);
  return use(input, {convert_slowly<false>, convert_slowly<true>});
}

bool is_number(ptx::Type type) {
  const bool integer = type >= ptx::Type::u8 && type <= ptx::Type::s64;
  return integer || (format_of(type) && !is_packed(type)) || type == ptx::Type::f16 || type == ptx::Type::bf16;
}

}  // namespace

std::string fast_key(const DecodeInput& input) {
  const int to = std::max(2, input.register_bytes[0]);
  const int from = std::max(2, input.register_bytes[1] ? input.register_bytes[1] : ptx::bytes_of(input.in.type(1)));
  return input.in.full_opcode() + ":" + std::to_string(to) + ":" + std::to_string(from);
}

Result<bool> decode_convert(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode != "cvt") return false;
  if (in.operands.size() < 2) return unsupported_form(input, "operands are missing");
  if (in.has("pack")) return decode_pack(input);
  if (in.has("rs")) return unsupported_form(input, "stochastic rounding: the order of its random bits is not public");
  const std::optional<Conversion> conversion = conversion_of(in);
  if (!conversion) return unsupported_form(input);
  static const HandlerTable table = fast_table();
  if (const Handlers* fast = table.find(fast_key(input))) return use(input, *fast);
  if (is_packed(conversion->to) || is_packed(conversion->from)) return decode_packed_conversion(input, *conversion);
  if (!is_number(conversion->to) || !is_number(conversion->from)) return unsupported_form(input);
  const bool integers = !ptx::is_float(conversion->to) && !ptx::is_float(conversion->from);
  if (integers) return decode_integer_conversion(input, *conversion);
  return decode_slow(input, *conversion);
}

}  // namespace whet::vgpu
