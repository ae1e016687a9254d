#include "vgpu/ops/tensor/tensor_formats.h"

#include <bit>
#include <cstring>

#include "vgpu/numbers/half.h"
#include "vgpu/program/lanes.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__F16C__)
#include <immintrin.h>
#endif

namespace whet::vgpu {
namespace {

template <typename T>
using Packed = std::array<T, k_lanes * 4 / sizeof(T)>;

template <typename T>
Packed<T> unpack(const uint32_t* words) {
  Packed<T> values;
  std::memcpy(values.data(), words, sizeof(values));
  return values;
}

// A subnormal is a multiple of 2^-9; for other values the exponent is rebiased from 7 to 127.
inline float widen_e4m3(uint8_t byte) {
  const uint32_t magnitude = byte & 0x7f, sign = static_cast<uint32_t>(byte & 0x80) << 24;
  const uint32_t normal = (magnitude << 20) + (120u << 23);
  const uint32_t small = std::bit_cast<uint32_t>(static_cast<float>(static_cast<int>(magnitude)) * 0x1p-9f);
  const uint32_t finite = magnitude < 8 ? small : normal;
  return std::bit_cast<float>(sign | (magnitude == 0x7f ? F32::nan : finite));
}

}  // namespace

void HalfNumbers::widen(const Word* words, Value* values) {
  const Packed<uint16_t> halves = unpack<uint16_t>(words);
#if defined(__aarch64__)
  for (size_t i = 0; i < halves.size(); i += 4) {
    vst1q_f32(values + i, vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(&halves[i]))));
  }
#elif defined(__F16C__)
  for (size_t i = 0; i < halves.size(); i += 8) {
    const __m128i eight = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&halves[i]));
    _mm256_storeu_ps(values + i, _mm256_cvtph_ps(eight));
  }
#else
  for (size_t i = 0; i < halves.size(); ++i) values[i] = half_to_float(halves[i]);
#endif
}

void BfloatNumbers::widen(const Word* words, Value* values) {
  const Packed<uint16_t> halves = unpack<uint16_t>(words);
  for (size_t i = 0; i < halves.size(); ++i) values[i] = bfloat_to_float(halves[i]);
}

void Tf32Numbers::widen(const Word* words, Value* values) {
  for (int i = 0; i < k_lanes; ++i) values[i] = std::bit_cast<float>(words[i] & 0xffffe000);
}

void E4m3Numbers::widen(const Word* words, Value* values) {
  const Packed<uint8_t> bytes = unpack<uint8_t>(words);
  for (size_t i = 0; i < bytes.size(); ++i) values[i] = widen_e4m3(bytes[i]);
}

void E5m2Numbers::widen(const Word* words, Value* values) {
  const Packed<uint8_t> bytes = unpack<uint8_t>(words);
  for (size_t i = 0; i < bytes.size(); ++i) values[i] = half_to_float(static_cast<uint16_t>(bytes[i] << 8));
}

template <bool is_signed>
void ByteNumbers<is_signed>::widen(const Word* words, Value* values) {
  const Packed<uint8_t> bytes = unpack<uint8_t>(words);
  for (size_t i = 0; i < bytes.size(); ++i) {
    values[i] = static_cast<Value>(is_signed ? int32_t{static_cast<int8_t>(bytes[i])} : int32_t{bytes[i]});
  }
}
template struct ByteNumbers<true>;
template struct ByteNumbers<false>;

template <bool is_signed>
void NibbleNumbers<is_signed>::widen(const Word* words, Value* values) {
  const Packed<uint8_t> bytes = unpack<uint8_t>(words);
  for (size_t i = 0; i < bytes.size(); ++i) {
    const int32_t low = bytes[i] & 0xf, high = bytes[i] >> 4;
    values[2 * i] = static_cast<Value>(is_signed ? (low ^ 8) - 8 : low);
    values[2 * i + 1] = static_cast<Value>(is_signed ? (high ^ 8) - 8 : high);
  }
}
template struct NibbleNumbers<true>;
template struct NibbleNumbers<false>;

void BitNumbers::widen(const Word* words, Value* values) {
  std::memcpy(values, words, k_lanes * sizeof(Word));
}

void DoubleNumbers::widen(const Word* words, Value* values) {
  std::memcpy(values, words, k_lanes * sizeof(Word));
}

}  // namespace whet::vgpu
