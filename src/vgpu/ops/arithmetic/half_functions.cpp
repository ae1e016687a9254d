#include "vgpu/numbers/half.h"
#include "vgpu/numbers/special_functions.h"
#include "vgpu/ops/arithmetic/half_tables.h"

namespace whet::vgpu {

namespace {

template <typename H, float (*fn)(float)>
uint16_t rounded(uint16_t a) {
  return narrow<H>(fn(widen<H>(a)));
}
template <typename H, float (*fn)(float)>
uint16_t rounded_flushed(uint16_t a) {
  return flush_bits<H>(narrow<H>(fn(widen<H>(flush_bits<H>(a)))));
}

template <typename F, PickStyle style>
void add_picks(HandlerTable& table, const std::string& words, const std::string& type) {
  add_both<pick_bits<F, Pick::min, style>>(table, "min" + words, type);
  add_both<pick_bits<F, Pick::max, style>>(table, "max" + words, type);
}
template <typename F>
void add_plain_picks(HandlerTable& table, const std::string& type) {
  add_picks<F, PickStyle{}>(table, "", type);
  add_picks<F, PickStyle{.keep_nan = true}>(table, ".NaN", type);
  add_picks<F, PickStyle{.xor_sign = true}>(table, ".xorsign.abs", type);
  add_picks<F, PickStyle{.keep_nan = true, .xor_sign = true}>(table, ".NaN.xorsign.abs", type);
}
void add_flushing_picks(HandlerTable& table) {
  add_picks<F16, PickStyle{.ftz = true}>(table, ".ftz", "f16");
  add_picks<F16, PickStyle{.ftz = true, .keep_nan = true}>(table, ".ftz.NaN", "f16");
  add_picks<F16, PickStyle{.ftz = true, .xor_sign = true}>(table, ".ftz.xorsign.abs", "f16");
  add_picks<F16, PickStyle{.ftz = true, .keep_nan = true, .xor_sign = true}>(table, ".ftz.NaN.xorsign.abs", "f16");
}

template <typename F, bool ftz>
void add_signs(HandlerTable& table, const std::string& words, const std::string& type) {
  add_both<absolute_bits<F, ftz>>(table, "abs" + words, type);
  add_both<negate_bits<F, ftz>>(table, "neg" + words, type);
}

}  // namespace

void add_half_functions(HandlerTable& table) {
  add_both<rounded<F16, exponential>>(table, "ex2", "f16");
  add_both<rounded_flushed<BF16, exponential>>(table, "ex2.ftz", "bf16");
  add_both<rounded<F16, hyperbolic_tangent>>(table, "tanh", "f16");
  add_both<rounded<BF16, hyperbolic_tangent>>(table, "tanh", "bf16");
}

void add_half_picks(HandlerTable& table) {
  add_plain_picks<F16>(table, "f16");
  add_plain_picks<BF16>(table, "bf16");
  add_flushing_picks(table);
  add_signs<F16, false>(table, "", "f16");
  add_signs<F16, true>(table, ".ftz", "f16");
  add_signs<BF16, false>(table, "", "bf16");
}

}  // namespace whet::vgpu
