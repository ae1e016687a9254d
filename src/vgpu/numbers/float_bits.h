// Floating-point values as bits: formats, signs, flushing, minimum and maximum, classes.
#pragma once

#include <bit>
#include <cstdint>

namespace whet::vgpu {

// `nan` is the result of an operation that creates a NaN.
struct F16 {
  using Bits = uint16_t;
  static constexpr Bits sign = 0x8000, infinity = 0x7c00, nan = 0x7fff, one = 0x3c00;
};
struct BF16 {
  using Bits = uint16_t;
  static constexpr Bits sign = 0x8000, infinity = 0x7f80, nan = 0x7fff, one = 0x3f80;
};
struct F32 {
  using Bits = uint32_t;
  static constexpr Bits sign = 0x80000000, infinity = 0x7f800000, nan = 0x7fffffff, one = 0x3f800000;
};
struct F64 {
  using Bits = uint64_t;
  static constexpr Bits sign = 0x8000000000000000, infinity = 0x7ff0000000000000, nan = 0xfff8000000000000,
                        one = 0x3ff0000000000000;
};
template <typename F>
using Bits = typename F::Bits;

template <typename F>
Bits<F> magnitude(Bits<F> a) {
  return static_cast<Bits<F>>(a & ~F::sign);
}
template <typename F>
bool is_nan_bits(Bits<F> a) {
  return magnitude<F>(a) > F::infinity;
}
// A subnormal becomes a zero of its sign.
template <typename F>
Bits<F> flush_bits(Bits<F> a) {
  const Bits<F> kept = (a & F::infinity) == 0 ? F::sign : static_cast<Bits<F>>(~Bits<F>{0});
  return static_cast<Bits<F>>(a & kept);
}
template <typename F, bool ftz>
Bits<F> absolute_bits(Bits<F> a) {
  return magnitude<F>(ftz ? flush_bits<F>(a) : a);
}
template <typename F, bool ftz>
Bits<F> negate_bits(Bits<F> a) {
  return static_cast<Bits<F>>((ftz ? flush_bits<F>(a) : a) ^ F::sign);
}
// The magnitude of b with the sign of a.
template <typename F>
Bits<F> copy_sign_bits(Bits<F> a, Bits<F> b) {
  return static_cast<Bits<F>>((a & F::sign) | (b & ~F::sign));
}

// Orders numbers as unsigned integers, -0 below +0.
template <typename F>
Bits<F> order_key(Bits<F> a) {
  return static_cast<Bits<F>>(a & F::sign ? ~a : a | F::sign);
}

enum class Pick { min, max };

// How min and max treat their operands.
struct PickStyle {
  bool ftz = false;
  bool keep_nan = false;  // .NaN: a NaN operand gives NaN; otherwise the other operand wins
  bool xor_sign = false;  // .xorsign.abs: compares magnitudes; the result has the product's sign
  bool absolute = false;  // .abs with three operands: compares magnitudes
};

template <typename F, Pick pick, PickStyle style>
Bits<F> pick_bits(Bits<F> a, Bits<F> b) {
  if (style.ftz) a = flush_bits<F>(a), b = flush_bits<F>(b);
  const Bits<F> sign = style.xor_sign ? static_cast<Bits<F>>((a ^ b) & F::sign) : Bits<F>{0};
  if (style.xor_sign || style.absolute) a = magnitude<F>(a), b = magnitude<F>(b);
  const bool a_nan = is_nan_bits<F>(a), b_nan = is_nan_bits<F>(b);
  const bool a_first = order_key<F>(a) < order_key<F>(b);
  const Bits<F> picked = a_first == (pick == Pick::min) ? a : b;
  const Bits<F> other = b_nan ? a : b;
  const bool none = style.keep_nan ? a_nan || b_nan : a_nan && b_nan;
  return none ? F::nan : static_cast<Bits<F>>((a_nan || b_nan ? other : picked) | sign);
}
template <typename F>
bool is_normal_bits(Bits<F> a) {
  const Bits<F> exponent = static_cast<Bits<F>>(a & F::infinity);
  return exponent != 0 && exponent != F::infinity;
}
template <typename F>
bool is_subnormal_bits(Bits<F> a) {
  return (a & F::infinity) == 0 && magnitude<F>(a) != 0;
}
template <typename F>
bool is_finite_bits(Bits<F> a) {
  return (a & F::infinity) != F::infinity;
}
template <typename F>
bool is_infinite_bits(Bits<F> a) {
  return magnitude<F>(a) == F::infinity;
}
template <typename F>
bool is_number_bits(Bits<F> a) {
  return !is_nan_bits<F>(a);
}

}  // namespace whet::vgpu
