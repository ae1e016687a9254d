// Bit fields, shifts and permutes on one lane's values, as PTX defines them.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "vgpu/numbers/integer_ops.h"

namespace whet::vgpu {

template <typename T>
T bit_and(T a, T b) {
  return static_cast<T>(a & b);
}
template <typename T>
T bit_or(T a, T b) {
  return static_cast<T>(a | b);
}
template <typename T>
T bit_xor(T a, T b) {
  return static_cast<T>(a ^ b);
}
template <typename T>
T bit_not(T a) {
  return static_cast<T>(~a);
}
template <typename T>
T is_zero(T a) {
  return a == 0;
}

// An amount beyond the width shifts out all bits. The sign of T decides what shift_right fills with.
template <typename T>
T shift_left(T a, uint32_t amount) {
  const Work<T> shifted = Work<T>(a) << (amount & (k_bits<T> - 1));
  return static_cast<T>(amount < k_bits<T> ? shifted : 0);
}
template <typename T>
T shift_right(T a, uint32_t amount) {
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(a >> (amount < k_bits<T> ? amount : k_bits<T> - 1));
  } else {
    return static_cast<T>(amount < k_bits<T> ? a >> (amount & (k_bits<T> - 1)) : 0);
  }
}

// Shifts the 64 bits b:a by `amount` and returns the upper word (left shift) or the lower one (right shift).
template <bool wrap>
uint32_t funnel_amount(uint32_t amount) {
  return wrap ? amount & 31 : (amount < 32 ? amount : 32);
}
template <bool wrap>
uint32_t funnel_left(uint32_t a, uint32_t b, uint32_t amount) {
  return static_cast<uint32_t>(((uint64_t{b} << 32 | a) << funnel_amount<wrap>(amount)) >> 32);
}
template <bool wrap>
uint32_t funnel_right(uint32_t a, uint32_t b, uint32_t amount) {
  return static_cast<uint32_t>((uint64_t{b} << 32 | a) >> funnel_amount<wrap>(amount));
}

template <typename T>
uint32_t count_ones(T a) {
  return static_cast<uint32_t>(std::popcount(a));
}
template <typename T>
uint32_t leading_zeros(T a) {
  return static_cast<uint32_t>(std::countl_zero(a));
}
// Swaps neighbouring bits, then neighbouring pairs, and so on.
template <typename T>
T reversed(T a) {
  constexpr T ones = ~T{0};
  a = (a >> 1 & ones / 3) | (a & ones / 3) << 1;
  a = (a >> 2 & ones / 5) | (a & ones / 5) << 2;
  a = (a >> 4 & ones / 17) | (a & ones / 17) << 4;
  a = (a >> 8 & ones / 257) | (a & ones / 257) << 8;
  a = (a >> 16 & ones / 65537) | (a & ones / 65537) << 16;
  return sizeof(T) == 8 ? static_cast<T>(uint64_t{a} >> 32 | uint64_t{a} << 32) : a;
}

// The position of the highest bit that differs from the sign bit; all ones if there is none.
template <typename T>
uint32_t find_leading(T a) {
  Unsigned<T> bits = static_cast<Unsigned<T>>(a);
  if constexpr (std::is_signed_v<T>) bits = a < 0 ? ~bits : bits;
  return static_cast<uint32_t>(k_bits<T> - 1 - std::countl_zero(bits));
}
// The left shift that moves this bit to the top.
template <typename T>
uint32_t find_leading_shift(T a) {
  const uint32_t found = find_leading(a);
  return found == ~0u ? found : k_bits<T> - 1 - found;
}

// The position of the n-th set bit of `mask` from `base` on, upwards for n > 0, downwards for n < 0.
inline uint32_t find_nth_set(uint32_t mask, uint32_t base, int32_t n) {
  if (n == 0) return base < 32 && (mask >> base & 1) ? base : ~0u;
  const int step = n > 0 ? 1 : -1;
  int64_t left = n > 0 ? int64_t{n} : -int64_t{n};
  for (int64_t at = base; at >= 0 && at < 32; at += step) {
    if ((mask >> at & 1) && --left == 0) return static_cast<uint32_t>(at);
  }
  return ~0u;
}

template <typename T>
T ones_below(uint32_t count) {
  return count >= static_cast<uint32_t>(k_bits<T>) ? ~T{0} : static_cast<T>((T{1} << count) - 1);
}

template <typename T>
T extract_field(T a, uint32_t b, uint32_t c) {
  using U = Unsigned<T>;
  const uint32_t from = b & 0xff, length = c & 0xff;
  const U field = shift_right<U>(static_cast<U>(a), from) & ones_below<U>(length);
  if constexpr (!std::is_signed_v<T>) {
    return field;
  } else {
    if (length == 0) return 0;
    const uint32_t sign_at = from + length - 1 < k_bits<T> ? from + length - 1 : k_bits<T> - 1;
    const U known = ones_below<U>(length) & shift_right<U>(~U{0}, from);
    return static_cast<T>((static_cast<U>(a) >> sign_at & 1) ? field | ~known : field);
  }
}
template <typename T>
T insert_field(T a, T b, uint32_t c, uint32_t d) {
  const T place = shift_left<T>(ones_below<T>(d & 0xff), c & 0xff);
  return static_cast<T>((b & ~place) | (shift_left<T>(a, c & 0xff) & place));
}

template <bool wrap>
uint32_t bit_mask(uint32_t from, uint32_t width) {
  if (!wrap && from >= 32) return 0;
  if (!wrap && width >= 32) return ~0u << (from & 31);
  return shift_left<uint32_t>(ones_below<uint32_t>(width & 31), from & 31);
}

// The low `width` bits of a, zero-extended, or sign-extended if T is signed.
template <typename T, bool wrap>
T extend(T a, uint32_t width) {
  if (!wrap && width >= 32) return a;
  const uint32_t count = width & 31;
  return count == 0 ? T{0} : extract_field<T>(a, 0, count);
}

// Byte i of the result is the byte of b:a that nibble i of `control` selects; bit 3 of the nibble replicates that
// byte's sign instead.
inline uint32_t permute(uint32_t a, uint32_t b, uint32_t control) {
  const uint64_t bytes = uint64_t{b} << 32 | a;
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t nibble = control >> (4 * i) & 0xf;
    const uint32_t byte = static_cast<uint32_t>(bytes >> (8 * (nibble & 7))) & 0xff;
    const uint32_t sign = (byte >> 7) * 0xff;
    result |= (nibble & 8 ? sign : byte) << (8 * i);
  }
  return result;
}
// The named modes of prmt, as a table of control words by the low two bits of the selector.
enum class PermuteMode { forward4, backward4, replicate8, clamp_left, clamp_right, replicate16 };
template <PermuteMode mode>
uint32_t permute_mode(uint32_t a, uint32_t b, uint32_t selector) {
  constexpr uint32_t controls[6][4] = {{0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
                                       {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
                                       {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  return permute(a, b, controls[static_cast<int>(mode)][selector & 3]);
}

}  // namespace whet::vgpu
