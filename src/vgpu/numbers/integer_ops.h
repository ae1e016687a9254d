// Integer arithmetic on one lane's values, as PTX defines it: it wraps and never traps.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace whet::vgpu {

template <typename T>
inline constexpr int k_bits = 8 * sizeof(T);
template <typename T>
using Unsigned = std::make_unsigned_t<T>;

// The type twice as wide, with the signedness of T. For g++ the 128-bit type is an extension.
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;
template <typename T>
struct Doubled {
  using Type = std::conditional_t<sizeof(T) == 2, int32_t, std::conditional_t<sizeof(T) == 4, int64_t, Int128>>;
};
template <>
struct Doubled<uint16_t> {
  using Type = uint32_t;
};
template <>
struct Doubled<uint32_t> {
  using Type = uint64_t;
};
template <>
struct Doubled<uint64_t> {
  using Type = UInt128;
};
template <typename T>
using Wide = typename Doubled<T>::Type;
// An unsigned type at least as wide as int, so that products of 16-bit values do not overflow a promoted int.
template <typename T>
using Work = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <typename T>
T add(T a, T b) {
  return static_cast<T>(Work<T>(a) + Work<T>(b));
}
template <typename T>
T sub(T a, T b) {
  return static_cast<T>(Work<T>(a) - Work<T>(b));
}
template <typename T>
T mul_lo(T a, T b) {
  return static_cast<T>(Work<T>(a) * Work<T>(b));
}
template <typename T>
Wide<T> mul_wide(T a, T b) {
  return Wide<T>(a) * Wide<T>(b);
}
template <typename T>
T mul_hi(T a, T b) {
  return static_cast<T>(mul_wide(a, b) >> k_bits<T>);
}
template <typename T>
T mad_lo(T a, T b, T c) {
  return static_cast<T>(Work<T>(a) * Work<T>(b) + Work<T>(c));
}
template <typename T>
T mad_hi(T a, T b, T c) {
  return add<T>(mul_hi(a, b), c);
}
template <typename T>
Wide<T> mad_wide(T a, T b, Wide<T> c) {
  return add<Wide<T>>(mul_wide(a, b), c);
}

inline int32_t clamp_s32(int64_t value) {
  constexpr int64_t lowest = std::numeric_limits<int32_t>::min();
  constexpr int64_t highest = std::numeric_limits<int32_t>::max();
  const int64_t floored = value < lowest ? lowest : value;
  return static_cast<int32_t>(floored > highest ? highest : floored);
}
inline int32_t add_sat(int32_t a, int32_t b) {
  return clamp_s32(int64_t{a} + b);
}
inline int32_t sub_sat(int32_t a, int32_t b) {
  return clamp_s32(int64_t{a} - b);
}
inline int32_t mad_hi_sat(int32_t a, int32_t b, int32_t c) {
  return clamp_s32(int64_t{mul_hi(a, b)} + c);
}

// The 48-bit product of the low 24 bits of each; .lo is bits 31..0, .hi bits 47..16.
template <typename T>
int64_t product24(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    return int64_t{static_cast<int32_t>(Unsigned<T>(a) << 8) >> 8} * (static_cast<int32_t>(Unsigned<T>(b) << 8) >> 8);
  } else {
    return int64_t{a & 0xffffff} * int64_t{b & 0xffffff};
  }
}
template <typename T>
T mul24_lo(T a, T b) {
  return static_cast<T>(product24(a, b));
}
template <typename T>
T mul24_hi(T a, T b) {
  return static_cast<T>(product24(a, b) >> 16);
}
template <typename T>
T mad24_lo(T a, T b, T c) {
  return add<T>(mul24_lo(a, b), c);
}
template <typename T>
T mad24_hi(T a, T b, T c) {
  return add<T>(mul24_hi(a, b), c);
}
inline int32_t mad24_hi_sat(int32_t a, int32_t b, int32_t c) {
  return clamp_s32(int64_t{mul24_hi(a, b)} + c);
}

template <typename T>
T sad(T a, T b, T c) {
  const Unsigned<T> distance = a > b ? sub<Unsigned<T>>(a, b) : sub<Unsigned<T>>(b, a);
  return add<T>(c, static_cast<T>(distance));
}

// Division by zero gives all ones, like the code that ptxas emits; for 16 bits the remainder is then the dividend.
template <typename T>
T div(T a, T b) {
  if (b == 0) return static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return sub<T>(0, a);
  }
  return static_cast<T>(a / b);
}
template <typename T>
T rem(T a, T b) {
  if (b == 0) return sizeof(T) == 2 ? a : static_cast<T>(~T{0});
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

template <typename T>
T negate(T a) {
  return sub<T>(0, a);
}
template <typename T>
T absolute(T a) {
  return a < 0 ? negate(a) : a;
}
template <typename T>
T minimum(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
T maximum(T a, T b) {
  return a > b ? a : b;
}
template <typename T>
T minimum_relu(T a, T b) {
  return maximum<T>(minimum(a, b), 0);
}
template <typename T>
T maximum_relu(T a, T b) {
  return maximum<T>(maximum(a, b), 0);
}

// Adds four products of bytes (dp4a), or two of a half-word and a byte (dp2a), to c. A and B are 8-bit types.
template <typename A, typename B>
uint32_t dp4a(uint32_t a, uint32_t b, uint32_t c) {
  for (int i = 0; i < 32; i += 8) {
    c += static_cast<uint32_t>(int32_t{static_cast<A>(a >> i)} * int32_t{static_cast<B>(b >> i)});
  }
  return c;
}
// A is a 16-bit type; `from` is the bit of b where the two bytes start: 0 for .lo, 16 for .hi.
template <typename A, typename B, int from>
uint32_t dp2a(uint32_t a, uint32_t b, uint32_t c) {
  const int32_t low = int32_t{static_cast<A>(a)} * int32_t{static_cast<B>(b >> from)};
  const int32_t high = int32_t{static_cast<A>(a >> 16)} * int32_t{static_cast<B>(b >> (from + 8))};
  return c + static_cast<uint32_t>(low) + static_cast<uint32_t>(high);
}

// Applies the same operation to both halves of a 32-bit register.
template <typename T, T (*fn)(T, T)>
uint32_t both_halves(uint32_t a, uint32_t b) {
  const uint32_t low = static_cast<uint16_t>(fn(static_cast<T>(a), static_cast<T>(b)));
  const uint32_t high = static_cast<uint16_t>(fn(static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return high << 16 | low;
}

}  // namespace whet::vgpu
