// Integers to integers: the source's low bits are sign- or zero-extended, truncated or clamped to the destination's
// type, and extended to its register. Op::flags: bits of the source's type; Op::extra: bits of the destination's.
#include <algorithm>
#include <type_traits>

#include "vgpu/numbers/integer_ops.h"
#include "vgpu/ops/arithmetic/convert.h"

namespace whet::vgpu {

namespace {

template <bool is_signed, typename W>
W extend_low(W value, int unused_bits) {
  using Signed = std::make_signed_t<W>;
  const W raised = value << unused_bits;
  return is_signed ? static_cast<W>(static_cast<Signed>(raised) >> unused_bits) : raised >> unused_bits;
}

template <typename To, typename From, bool to_signed, bool from_signed>
struct Cutting {
  using Wide = std::conditional_t<(sizeof(To) > 4 || sizeof(From) > 4), uint64_t, uint32_t>;
  int from_unused, to_unused;

  explicit Cutting(const Op& op)
      : from_unused(8 * sizeof(Wide) - op.flags), to_unused(8 * sizeof(Wide) - static_cast<int>(op.extra)) {}
  To operator()(From value) const {
    return static_cast<To>(extend_low<to_signed>(extend_low<from_signed>(Wide{value}, from_unused), to_unused));
  }
};

template <typename To, typename From, bool to_signed, bool from_signed>
struct Clamping {
  using Wide = std::conditional_t<from_signed, int64_t, uint64_t>;
  int from_unused;
  Wide lowest = 0, highest;

  explicit Clamping(const Op& op) : from_unused(64 - op.flags) {
    const uint64_t limit = ~uint64_t{0} >> (64 - op.extra + to_signed);
    highest = static_cast<Wide>(from_signed ? std::min(limit, ~uint64_t{0} >> 1) : limit);
    if (from_signed && to_signed) lowest = static_cast<Wide>(~highest);
  }
  To operator()(From value) const {
    const Wide source = static_cast<Wide>(extend_low<from_signed>(uint64_t{value}, from_unused));
    return static_cast<To>(minimum(maximum(source, lowest), highest));
  }
};

template <typename Kernel, typename To, typename From>
struct Applied {
  static void lanes(Warp& warp, const Op& op) {
    const Source<From> a(warp, op.a);
    const Kernel kernel(op);
    write_each<To>(warp, op.dst, [&](int lane) { return kernel(a[lane]); });
  }
  static void uniform(Warp& warp, const Op& op) { warp.scalar<To>(op.dst) = Kernel(op)(warp.scalar_value<From>(op.a)); }
};

struct IntegerForm {
  int to_bytes, from_bytes;  // of the registers
  bool to_signed, from_signed, clamps;
};

template <typename To, typename From, bool to_signed, bool from_signed>
Handlers by_kind(const IntegerForm& form) {
  using Cut = Applied<Cutting<To, From, to_signed, from_signed>, To, From>;
  using Clamp = Applied<Clamping<To, From, to_signed, from_signed>, To, From>;
  return form.clamps ? Handlers{Clamp::lanes, Clamp::uniform} : Handlers{Cut::lanes, Cut::uniform};
}
template <typename To, typename From>
Handlers by_signs(const IntegerForm& form) {
  if (form.to_signed)
    return form.from_signed ? by_kind<To, From, true, true>(form) : by_kind<To, From, true, false>(form);
  return form.from_signed ? by_kind<To, From, false, true>(form) : by_kind<To, From, false, false>(form);
}
template <typename To>
Handlers by_source(const IntegerForm& form) {
  if (form.from_bytes == 8) return by_signs<To, uint64_t>(form);
  return form.from_bytes == 4 ? by_signs<To, uint32_t>(form) : by_signs<To, uint16_t>(form);
}

template <typename To, typename From>
To cast(From value) {
  return static_cast<To>(value);
}
template <typename From>
void add_casts(HandlerTable& table, const std::string& from) {
  const std::string tail = "." + from + ":";
  const std::string from_bytes = ":" + std::to_string(sizeof(From));
  for (const char* letter : {"u", "s"}) {
    table.add("cvt." + std::string(letter) + "16" + tail + "2" + from_bytes, each<cast<uint16_t, From>>);
    table.add("cvt." + std::string(letter) + "32" + tail + "4" + from_bytes, each<cast<uint32_t, From>>);
    table.add("cvt." + std::string(letter) + "64" + tail + "8" + from_bytes, each<cast<uint64_t, From>>);
  }
}

}  // namespace

void add_integer_casts(HandlerTable& table) {
  add_casts<uint16_t>(table, "u16");
  add_casts<int16_t>(table, "s16");
  add_casts<uint32_t>(table, "u32");
  add_casts<int32_t>(table, "s32");
  add_casts<uint64_t>(table, "u64");
  add_casts<uint64_t>(table, "s64");
}

Result<bool> decode_integer_conversion(DecodeInput& input, const Conversion& c) {
  const IntegerForm form{.to_bytes = input.register_bytes[0],
                         .from_bytes = input.register_bytes[1] ? input.register_bytes[1] : 8,
                         .to_signed = ptx::is_signed(c.to),
                         .from_signed = ptx::is_signed(c.from),
                         .clamps = c.saturate};
  input.op.flags = static_cast<uint8_t>(8 * ptx::bytes_of(c.from));
  input.op.extra = static_cast<uint32_t>(8 * ptx::bytes_of(c.to));
  if (form.to_bytes == 8) return use(input, by_source<uint64_t>(form));
  return use(input, form.to_bytes == 4 ? by_source<uint32_t>(form) : by_source<uint16_t>(form));
}

}  // namespace whet::vgpu
