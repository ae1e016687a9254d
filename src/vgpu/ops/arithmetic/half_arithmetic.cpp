#include "vgpu/numbers/float_ops.h"
#include "vgpu/numbers/half.h"
#include "vgpu/ops/arithmetic/half_tables.h"

namespace whet::vgpu {

namespace {

// Rounding the f32 result again equals rounding once: f32 has at least 2p + 2 bits, with p = 11 for f16, 8 for bf16.
template <typename H>
uint16_t plain_add(uint16_t a, uint16_t b) {
  return narrow<H>(widen<H>(a) + widen<H>(b));
}
template <typename H>
uint16_t plain_sub(uint16_t a, uint16_t b) {
  return narrow<H>(widen<H>(a) - widen<H>(b));
}
template <typename H>
uint16_t plain_mul(uint16_t a, uint16_t b) {
  return narrow<H>(widen<H>(a) * widen<H>(b));
}
template <typename H>
uint16_t plain_fma(uint16_t a, uint16_t b, uint16_t c) {
  if constexpr (H::infinity == F16::infinity) return half_fma(a, b, c);
  return bfloat_fma(a, b, c);
}

struct HalfStyle {
  bool ftz = false;
  bool sat = false;   // clamps to [0, 1]; NaN gives 0
  bool relu = false;  // negative values give 0; NaN stays
};

template <typename H, HalfStyle style>
uint16_t enter(uint16_t a) {
  return style.ftz ? flush_bits<H>(a) : a;
}
template <typename H, HalfStyle style>
uint16_t settle(uint16_t result) {
  if (style.ftz) result = flush_bits<H>(result);
  if (style.relu) return (result & H::sign) && !is_nan_bits<H>(result) ? 0 : result;
  if (!style.sat) return result;
  if ((result & H::sign) || is_nan_bits<H>(result)) return 0;
  return result < H::one ? result : H::one;
}

template <auto fn, typename H, HalfStyle style>
struct Styled;
template <uint16_t (*fn)(uint16_t, uint16_t), typename H, HalfStyle style>
struct Styled<fn, H, style> {
  static uint16_t of(uint16_t a, uint16_t b) { return settle<H, style>(fn(enter<H, style>(a), enter<H, style>(b))); }
};
template <uint16_t (*fn)(uint16_t, uint16_t, uint16_t), typename H, HalfStyle style>
struct Styled<fn, H, style> {
  static uint16_t of(uint16_t a, uint16_t b, uint16_t c) {
    return settle<H, style>(fn(enter<H, style>(a), enter<H, style>(b), enter<H, style>(c)));
  }
};

template <typename H, HalfStyle style>
void add_sums(HandlerTable& table, const std::string& words, const std::string& type) {
  add_both<Styled<plain_add<H>, H, style>::of>(table, "add" + words, type);
  add_both<Styled<plain_sub<H>, H, style>::of>(table, "sub" + words, type);
  add_both<Styled<plain_mul<H>, H, style>::of>(table, "mul" + words, type);
}
template <typename H, HalfStyle style>
void add_fma(HandlerTable& table, const std::string& words, const std::string& type) {
  add_both<Styled<plain_fma<H>, H, style>::of>(table, "fma" + words, type);
}

}  // namespace

void add_half_arithmetic(HandlerTable& table) {
  add_sums<F16, HalfStyle{}>(table, "", "f16");
  add_sums<F16, HalfStyle{.ftz = true}>(table, ".ftz", "f16");
  add_sums<F16, HalfStyle{.sat = true}>(table, ".sat", "f16");
  add_sums<F16, HalfStyle{.ftz = true, .sat = true}>(table, ".ftz.sat", "f16");
  add_sums<BF16, HalfStyle{}>(table, "", "bf16");
  add_fma<F16, HalfStyle{}>(table, "", "f16");
  add_fma<F16, HalfStyle{.ftz = true}>(table, ".ftz", "f16");
  add_fma<F16, HalfStyle{.sat = true}>(table, ".sat", "f16");
  add_fma<F16, HalfStyle{.ftz = true, .sat = true}>(table, ".ftz.sat", "f16");
  add_fma<F16, HalfStyle{.relu = true}>(table, ".relu", "f16");
  add_fma<F16, HalfStyle{.ftz = true, .relu = true}>(table, ".ftz.relu", "f16");
  add_fma<BF16, HalfStyle{}>(table, "", "bf16");
  add_fma<BF16, HalfStyle{.relu = true}>(table, ".relu", "bf16");
}

}  // namespace whet::vgpu
