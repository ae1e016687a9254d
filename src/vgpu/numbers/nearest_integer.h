// Rounds floats to integers, as floats or converted to an integer type.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "vgpu/numbers/soft_float.h"

namespace whet::vgpu {

template <Round round>
float integral(float a) {
  if constexpr (round == Round::even) return __builtin_rintf(a);
  if constexpr (round == Round::zero) return __builtin_truncf(a);
  if constexpr (round == Round::down) return __builtin_floorf(a);
  return __builtin_ceilf(a);
}
template <Round round>
double integral(double a) {
  if constexpr (round == Round::even) return __builtin_rint(a);
  if constexpr (round == Round::zero) return __builtin_trunc(a);
  if constexpr (round == Round::down) return __builtin_floor(a);
  return __builtin_ceil(a);
}

// The nearest D. NaN gives zero, or only the top bit set if a 64-bit type is involved. R is the register's type.
template <typename R, typename D, typename F, Round round>
R to_nearest_integer(F a) {
  using Limits = std::numeric_limits<D>;
  constexpr F lowest = static_cast<F>(Limits::min());
  constexpr F beyond = static_cast<F>(Limits::max() / 2 + 1) * 2;
  constexpr bool wide = sizeof(F) == 8 || sizeof(D) == 8;
  constexpr D of_nan = wide ? static_cast<D>(std::make_unsigned_t<D>{1} << (8 * sizeof(D) - 1)) : D{0};
  const F r = integral<round>(a);
  const bool inside = r >= lowest && r < beyond;
  const D inner = static_cast<D>(inside ? r : F{0});
  const D outer = r != r ? of_nan : (r < lowest ? Limits::min() : Limits::max());
  return static_cast<R>(inside ? inner : outer);
}

}  // namespace whet::vgpu
