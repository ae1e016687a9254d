// Integers to integers: the source's low bits are extended by its sign, cut to the destination's type, and extended to
// its register. Op::flags: bits of the source's type; Op::extra: of the destination's.
#include <type_traits>

#include "vgpu/convert.h"

namespace whet::vgpu {

namespace {

template <bool is_signed, typename W>
W extend_low(W value, int unused_bits) {
  using Signed = std::make_signed_t<W>;
  const W raised = value << unused_bits;
  return is_signed ? static_cast<W>(static_cast<Signed>(raised) >> unused_bits) : raised >> unused_bits;
}

template <typename To, typename From, bool to_signed, bool from_signed>
struct Narrowing {
  using W = std::conditional_t<(sizeof(To) > 4 || sizeof(From) > 4), uint64_t, uint32_t>;
  static constexpr int k_width = 8 * sizeof(W);

  static To of(From value, int from_unused, int to_unused) {
    return static_cast<To>(extend_low<to_signed>(extend_low<from_signed>(W{value}, from_unused), to_unused));
  }
  static void lanes(Warp& warp, const Op& op) {
    const Source<From> a(warp, op.a);
    const int from_unused = k_width - op.flags, to_unused = k_width - static_cast<int>(op.extra);
    write_each<To>(warp, op.dst, [&](int lane) { return of(a[lane], from_unused, to_unused); });
  }
  static void uniform(Warp& warp, const Op& op) {
    warp.scalar<To>(op.dst) =
        of(warp.scalar_value<From>(op.a), k_width - op.flags, k_width - static_cast<int>(op.extra));
  }
};

template <typename To, typename From>
Handlers by_signs(bool to_signed, bool from_signed) {
  if (to_signed && from_signed)
    return {Narrowing<To, From, true, true>::lanes, Narrowing<To, From, true, true>::uniform};
  if (to_signed) return {Narrowing<To, From, true, false>::lanes, Narrowing<To, From, true, false>::uniform};
  if (from_signed) return {Narrowing<To, From, false, true>::lanes, Narrowing<To, From, false, true>::uniform};
  return {Narrowing<To, From, false, false>::lanes, Narrowing<To, From, false, false>::uniform};
}
template <typename To>
Handlers by_source(int from_bytes, bool to_signed, bool from_signed) {
  if (from_bytes == 8) return by_signs<To, uint64_t>(to_signed, from_signed);
  if (from_bytes == 4) return by_signs<To, uint32_t>(to_signed, from_signed);
  return by_signs<To, uint16_t>(to_signed, from_signed);
}

}  // namespace

Result<bool> decode_integer_conversion(DecodeInput& input, const Conversion& c) {
  const int to_bytes = input.register_bytes[0];
  const int from_bytes = input.register_bytes[1] ? input.register_bytes[1] : 8;
  const bool to_signed = ptx::is_signed(c.to), from_signed = ptx::is_signed(c.from);
  input.op.flags = static_cast<uint8_t>(8 * ptx::bytes_of(c.from));
  input.op.extra = static_cast<uint32_t>(8 * ptx::bytes_of(c.to));
  if (to_bytes == 8) return use(input, by_source<uint64_t>(from_bytes, to_signed, from_signed));
  if (to_bytes == 4) return use(input, by_source<uint32_t>(from_bytes, to_signed, from_signed));
  return use(input, by_source<uint16_t>(from_bytes, to_signed, from_signed));
}

}  // namespace whet::vgpu
