// Arithmetic in f32 and f64 on one lane's values, rounded to nearest: IEEE results with PTX's NaNs, flushing and
// saturation.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "vgpu/numbers/float_bits.h"

namespace whet::vgpu {

template <typename T>
struct FormatOf;
template <>
struct FormatOf<float> {
  using Type = F32;
};
template <>
struct FormatOf<double> {
  using Type = F64;
};
template <typename T>
using Format = typename FormatOf<T>::Type;

template <typename T>
T flush(T a) {
  using F = Format<T>;
  return std::bit_cast<T>(flush_bits<F>(std::bit_cast<Bits<F>>(a)));
}

// Clamps to [0, 1]; NaN gives +0.
template <typename T>
T saturate(T a) {
  return a > T{0} ? (a < T{1} ? a : T{1}) : T{0};
}

// f32 results have a single NaN pattern.
inline float settle_nan(float result) {
  return result != result ? std::bit_cast<float>(F32::nan) : result;
}
// f64 results keep the payload of the first NaN among the operands, made quiet.
inline double quiet(double a) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(a) | uint64_t{1} << 51);
}
inline double settle_nan(double result, double a) {
  const double nan = a != a ? quiet(a) : std::bit_cast<double>(F64::nan);
  return result != result ? nan : result;
}
inline double settle_nan(double result, double a, double b) {
  const double nan = a != a ? quiet(a) : b != b ? quiet(b) : std::bit_cast<double>(F64::nan);
  return result != result ? nan : result;
}
inline double settle_nan(double result, double a, double b, double c) {
  const double nan = a != a ? quiet(a) : b != b ? quiet(b) : c != c ? quiet(c) : std::bit_cast<double>(F64::nan);
  return result != result ? nan : result;
}
template <typename... A>
float settle_nan(float result, A...) {
  return settle_nan(result);
}

struct FloatStyle {
  bool ftz = false;
  bool sat = false;
  bool host_nan = false;  // leave a NaN as the host made it
};

template <FloatStyle style, typename T>
T enter(T a) {
  return style.ftz ? flush(a) : a;
}
template <FloatStyle style, typename T, typename... A>
T settle(T result, A... operands) {
  if (style.ftz) result = flush(result);
  if (style.host_nan) return result;
  return style.sat ? saturate(result) : settle_nan(result, operands...);
}

template <typename T, FloatStyle style>
T float_add(T a, T b) {
  return settle<style>(enter<style>(a) + enter<style>(b), a, b);
}
template <typename T, FloatStyle style>
T float_sub(T a, T b) {
  return settle<style>(enter<style>(a) - enter<style>(b), a, b);
}
template <typename T, FloatStyle style>
T float_mul(T a, T b) {
  return settle<style>(enter<style>(a) * enter<style>(b), a, b);
}
inline float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
template <typename T, FloatStyle style>
T float_fma(T a, T b, T c) {
  return settle<style>(fused(enter<style>(a), enter<style>(b), enter<style>(c)), a, b, c);
}
template <typename T, FloatStyle style>
T float_div(T a, T b) {
  return settle<style>(enter<style>(a) / enter<style>(b), a, b);
}
template <typename T, FloatStyle style>
T float_rcp(T a) {
  return settle<style>(T{1} / enter<style>(a), a);
}
inline float root(float a) {
  return __builtin_sqrtf(a);
}
inline double root(double a) {
  return __builtin_sqrt(a);
}
template <typename T, FloatStyle style>
T float_sqrt(T a) {
  return settle<style>(root(enter<style>(a)), a);
}

template <typename F>
Bits<F> all_if(bool condition) {
  return condition ? ~Bits<F>{0} : Bits<F>{0};
}
// min and max of PTX, with masks instead of branches, because compilers generate poor code for nested selects. Equal
// operands differ at most in the sign of zero, which the bit operations resolve.
template <typename T, Pick pick, PickStyle style>
T float_pick(T a, T b) {
  using F = Format<T>;
  if (style.ftz) a = flush(a), b = flush(b);
  const Bits<F> sign = (std::bit_cast<Bits<F>>(a) ^ std::bit_cast<Bits<F>>(b)) & F::sign;
  if (style.xor_sign || style.absolute) a = std::bit_cast<T>(absolute_bits<F, false>(std::bit_cast<Bits<F>>(a)));
  if (style.xor_sign || style.absolute) b = std::bit_cast<T>(absolute_bits<F, false>(std::bit_cast<Bits<F>>(b)));
  const Bits<F> a_bits = std::bit_cast<Bits<F>>(a), b_bits = std::bit_cast<Bits<F>>(b);
  const Bits<F> equal = all_if<F>(a == b), a_number = all_if<F>(a == a), b_number = all_if<F>(b == b);
  const Bits<F> take_a = all_if<F>(pick == Pick::max ? a > b : a < b) | ~b_number;
  Bits<F> result = (a_bits & take_a) | (b_bits & ~take_a);
  result = pick == Pick::max ? result & (~equal | a_bits) : result | (equal & a_bits);
  if (style.xor_sign) result |= sign;
  const Bits<F> number = style.keep_nan ? a_number & b_number : a_number | b_number;
  return std::bit_cast<T>((result & number) | (F::nan & ~number));
}
template <typename T, Pick pick, PickStyle style>
T float_pick3(T a, T b, T c) {
  return float_pick<T, pick, style>(float_pick<T, pick, style>(a, b), c);
}

}  // namespace whet::vgpu
