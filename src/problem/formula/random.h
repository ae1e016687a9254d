// Random numbers by seed and place.
#pragma once

#include "problem/formula/bilingual.h"

namespace whet {

// The i-th number of a stream: SplitMix64, which is a counter and a mixing function, so any place can be asked for.
WHET_CONSTANT uint64_t random_bits(uint64_t seed, uint64_t i) {
  uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

namespace formula {

// Numbers of the interval [0, 1), and of the open one (0, 1).
WHET_BOTH double share_of(uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}
WHET_BOTH double unit_interval(uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

// From + - * / alone, which every machine rounds alike; the library's log differs in the last bit.
WHET_BOTH double natural_log(double x) {
  const uint64_t bits = bits_of(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = double_of((bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1023} << 52);
  if (m > 1.4142135623730951) m *= 0.5, ++exponent;
  const double s = (m - 1) / (m + 1), s2 = s * s;
  const double series = 1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 * (1.0 / 9 + s2 * (1.0 / 11)))));
  return exponent * 0.6931471805599453 + 2 * s * series;
}

// The standard normal quantile of (bits + 1/2) / 2^32, within 2e-7; between -6.4 and 6.4.
// Wichura's AS 241, PPND7: a ratio of polynomials in the middle, another of sqrt(-log p) outside.
WHET_BOTH double quantile_of(uint32_t bits) {
  const double p = (static_cast<double>(bits) + 0.5) * 0x1p-32, q = p - 0.5;
  if (magnitude(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    const double above = ((5.9109374720e1 * r + 1.5929113202e2) * r + 5.0434271938e1) * r + 3.3871327179e0;
    return q * above / (((6.7187563600e1 * r + 7.8757757664e1) * r + 1.7895169469e1) * r + 1.0);
  }
  const double r = square_root(-natural_log(q < 0 ? p : 1 - p)) - 1.6;
  const double above = ((1.7023821103e-1 * r + 1.3067284816e0) * r + 2.7568153900e0) * r + 1.4234372777e0;
  const double value = above / ((1.2021132975e-1 * r + 7.3700164250e-1) * r + 1.0);
  return q < 0 ? -value : value;
}

}  // namespace formula

}  // namespace whet
