// Extended-precision arithmetic: the warp holds the carry between two instructions, one bit per lane.
#include "vgpu/numbers/integer_ops.h"
#include "vgpu/ops/arithmetic/integer_tables.h"

namespace whet::vgpu {

namespace {

template <typename T>
struct Carried {
  T value;
  bool carry;
};

template <typename T>
Carried<T> add_carried(T a, T b, bool carry) {
  const UInt128 sum = UInt128{a} + b + carry;
  return {static_cast<T>(sum), (sum >> k_bits<T>) != 0};
}
template <typename T>
struct AddCarry {
  static Carried<T> of(T a, T b, T, bool carry) { return add_carried<T>(a, b, carry); }
};
// The carry of a subtraction is its borrow.
template <typename T>
struct SubCarry {
  static Carried<T> of(T a, T b, T, bool carry) {
    const UInt128 difference = UInt128{a} - b - carry;
    return {static_cast<T>(difference), (difference >> k_bits<T> & 1) != 0};
  }
};
template <typename T>
struct MadLoCarry {
  static Carried<T> of(T a, T b, T c, bool carry) { return add_carried<T>(mul_lo(a, b), c, carry); }
};
// S decides whether the product is signed.
template <typename S>
struct MadHiCarry {
  using T = Unsigned<S>;
  static Carried<T> of(T a, T b, T c, bool carry) {
    return add_carried<T>(static_cast<T>(mul_hi(static_cast<S>(a), static_cast<S>(b))), c, carry);
  }
};

template <typename T, typename F, bool reads, bool writes>
void carry_lanes(Warp& warp, const Op& op) {
  const Source<T> a(warp, op.a), b(warp, op.b);
  const Source<T> c(warp, op.c.present() ? op.c : op.a);
  Mask out = 0;
  const Mask in = reads ? warp.carry : 0;
  write_active<T>(warp, op.dst, [&](int lane) {
    const Carried<T> result = F::of(a[lane], b[lane], c[lane], in >> lane & 1);
    out |= Mask{result.carry} << lane;
    return result.value;
  });
  if (writes) warp.carry = (warp.carry & ~warp.mask) | out;
}

// For scalars, the carry is that of the first active lane; all lanes have the same.
template <typename T, typename F, bool reads, bool writes>
void carry_uniform(Warp& warp, const Op& op) {
  const T c = op.c.present() ? warp.scalar_value<T>(op.c) : T{0};
  const bool in = reads && (warp.carry & warp.mask);
  const Carried<T> result = F::of(warp.scalar_value<T>(op.a), warp.scalar_value<T>(op.b), c, in);
  warp.scalar<T>(op.dst) = result.value;
  if (writes) warp.carry = result.carry ? k_all_lanes : 0;
}

template <typename T, typename F, bool reads, bool writes>
constexpr Handlers k_carry = {carry_lanes<T, F, reads, writes>, carry_uniform<T, F, reads, writes>, 2};

// "add" adds add.cc, addc and addc.cc; `middle` is ".lo" or ".hi" for mad.
template <typename T, typename F>
void add_three(HandlerTable& table, const std::string& name, const std::string& middle, const std::string& type) {
  table.add(name + middle + ".cc." + type, k_carry<T, F, false, true>);
  table.add(name + "c" + middle + "." + type, k_carry<T, F, true, false>);
  table.add(name + "c" + middle + ".cc." + type, k_carry<T, F, true, true>);
}

template <typename S>
void add_all(HandlerTable& table, const std::string& type) {
  using T = Unsigned<S>;
  add_three<T, AddCarry<T>>(table, "add", "", type);
  add_three<T, SubCarry<T>>(table, "sub", "", type);
  add_three<T, MadLoCarry<T>>(table, "mad", ".lo", type);
  add_three<T, MadHiCarry<S>>(table, "mad", ".hi", type);
}

}  // namespace

void add_carry(HandlerTable& table) {
  add_all<uint32_t>(table, "u32");
  add_all<int32_t>(table, "s32");
  add_all<uint64_t>(table, "u64");
  add_all<int64_t>(table, "s64");
}

}  // namespace whet::vgpu
