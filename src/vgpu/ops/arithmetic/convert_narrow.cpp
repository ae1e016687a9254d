// Conversions from and to f16, bf16, tf32 and smaller formats, written so that they vectorise.
#include "vgpu/numbers/float_ops.h"
#include "vgpu/numbers/half.h"
#include "vgpu/numbers/nearest_integer.h"
#include "vgpu/numbers/small_float.h"
#include "vgpu/ops/arithmetic/convert.h"

namespace whet::vgpu {

namespace {

float half_as_float(uint16_t a) {
  return settle_nan(half_to_float(a));
}
float bfloat_as_float(uint16_t a) {
  return settle_nan(bfloat_to_float(a));
}
// An integer that f32 cannot hold exactly is too large for f16 anyway.
template <typename I>
uint16_t half_from_integer(I a) {
  return float_to_half(static_cast<float>(a));
}
template <typename D, Round round>
D half_to_integer(uint16_t a) {
  return to_nearest_integer<D, D, float, round>(half_to_float(a));
}

// tf32 is f32 without its last 13 bits.
uint32_t tf32_nearest_away(uint32_t a) {
  return is_nan_bits<F32>(a) ? 0x7fffe000 : (a + 0x1000) & 0xffffe000;
}
uint32_t tf32_nearest_even(uint32_t a) {
  return is_nan_bits<F32>(a) ? 0x7fffe000 : (a + 0xfff + (a >> 13 & 1)) & 0xffffe000;
}

// Negative numbers and -0 become +0; NaNs stay.
float not_negative(float a) {
  const uint32_t bits = std::bit_cast<uint32_t>(a);
  return std::bit_cast<float>(bits >= F32::sign && bits <= (F32::sign | F32::infinity) ? 0 : bits);
}
template <bool relu>
float entered(float a) {
  return relu ? not_negative(a) : a;
}

template <typename H, bool relu>
uint32_t pack_halves(float a, float b) {
  return uint32_t{narrow<H>(entered<relu>(a))} << 16 | narrow<H>(entered<relu>(b));
}
template <typename S, int step, bool relu>
uint16_t pack_small(float a, float b) {
  return static_cast<uint16_t>(to_small<S>(entered<relu>(a)) << step | to_small<S>(entered<relu>(b)));
}
template <typename S, int step, bool relu>
uint16_t pack_small_halves(uint32_t pair) {
  return pack_small<S, step, relu>(half_to_float(static_cast<uint16_t>(pair >> 16)),
                                   half_to_float(static_cast<uint16_t>(pair)));
}
template <typename S, int step, bool relu>
uint32_t unpack_small(uint16_t pair) {
  const float high = entered<relu>(from_small<S>(pair >> step)), low = entered<relu>(from_small<S>(pair));
  return uint32_t{float_to_half(high)} << 16 | float_to_half(low);
}

template <typename D>
void add_half_to_integer(HandlerTable& table, const std::string& to) {
  const std::string tail = "." + to + ".f16:" + std::to_string(sizeof(D)) + ":2";
  table.add("cvt.rni" + tail, each<half_to_integer<D, Round::even>>);
  table.add("cvt.rzi" + tail, each<half_to_integer<D, Round::zero>>);
  table.add("cvt.rmi" + tail, each<half_to_integer<D, Round::down>>);
  table.add("cvt.rpi" + tail, each<half_to_integer<D, Round::up>>);
}
template <typename I>
void add_half_from_integer(HandlerTable& table, const std::string& from) {
  table.add("cvt.rn.f16." + from + ":2:" + std::to_string(sizeof(I)), each<half_from_integer<I>>);
}

template <typename S, int step, bool relu>
void add_small(HandlerTable& table, const std::string& type) {
  const std::string word = relu ? ".relu" : "";
  table.add("cvt.rn.satfinite" + word + "." + type + ".f32:2:4", each<pack_small<S, step, relu>>);
  table.add("cvt.rn.satfinite" + word + "." + type + ".f16x2:2:4", each<pack_small_halves<S, step, relu>>);
  table.add("cvt.rn" + word + ".f16x2." + type + ":4:2", each<unpack_small<S, step, relu>>);
}
template <typename S, int step = 8>
void add_small_both(HandlerTable& table, const std::string& type) {
  add_small<S, step, false>(table, type);
  add_small<S, step, true>(table, type);
}

}  // namespace

void add_half_conversions(HandlerTable& table) {
  table.add("cvt.f32.f16:4:2", each<half_as_float>);
  table.add("cvt.ftz.f32.f16:4:2", each<half_as_float>);  // a half is never subnormal in f32
  table.add("cvt.f32.bf16:4:2", each<bfloat_as_float>);
  table.add("cvt.rn.f16.f32:2:4", each<float_to_half>);
  table.add("cvt.rn.ftz.f16.f32:2:4", each<float_to_half>);  // a subnormal f32 rounds to zero as a half
  table.add("cvt.rn.bf16.f32:2:4", each<float_to_bfloat>);
  table.add("cvt.rna.tf32.f32:4:4", each<tf32_nearest_away>);
  table.add("cvt.rn.tf32.f32:4:4", each<tf32_nearest_even>);
  add_half_to_integer<int16_t>(table, "s16");
  add_half_to_integer<uint16_t>(table, "u16");
  add_half_to_integer<int32_t>(table, "s32");
  add_half_to_integer<uint32_t>(table, "u32");
  add_half_from_integer<int16_t>(table, "s16");
  add_half_from_integer<uint16_t>(table, "u16");
  add_half_from_integer<int32_t>(table, "s32");
  add_half_from_integer<uint32_t>(table, "u32");
}

void add_packed_conversions(HandlerTable& table) {
  table.add("cvt.rn.f16x2.f32:4:4", each<pack_halves<F16, false>>);
  table.add("cvt.rn.bf16x2.f32:4:4", each<pack_halves<BF16, false>>);
  table.add("cvt.rn.relu.f16x2.f32:4:4", each<pack_halves<F16, true>>);
  table.add("cvt.rn.relu.bf16x2.f32:4:4", each<pack_halves<BF16, true>>);
  add_small_both<E4M3>(table, "e4m3x2");
  add_small_both<E5M2>(table, "e5m2x2");
  add_small_both<E2M1, 4>(table, "e2m1x2");
  add_small_both<E2M3>(table, "e2m3x2");
  add_small_both<E3M2>(table, "e3m2x2");
}

}  // namespace whet::vgpu
