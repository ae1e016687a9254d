// The fills of a problem, element by element.
#pragma once

#include "problem/formula/codec.h"
#include "problem/formula/range.h"

namespace whet::formula {

// Straight lines between 1024 quantiles, which is within 2e-4 and ten times as fast, but the exact quantile in the
// outer 32nds of the interval, where they curve. The table begins with them.
struct NormalFill : Everywhere {
  static constexpr uint32_t k_intervals = 1024, k_tail = 16;
  uint64_t seed;
  double mean, deviation;

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>& from, const Everywhere::Place&, uint64_t i) const {
    return mean + deviation * standard(from, static_cast<uint32_t>(random_bits(seed, i) >> 32));
  }
  template <typename Codec>
  WHET_BOTH double standard(const Sources<Codec>& from, uint32_t bits) const {
    const uint32_t at = bits >> 22;
    if (at - k_tail >= k_intervals - 2 * k_tail) return quantile_of(bits);
    const double low = from.table_value(at), high = from.table_value(at + 1);
    return low + (bits & 0x3fffff) * 0x1p-22 * (high - low);
  }
};

struct UniformReal : Everywhere {
  uint64_t seed;
  double low, high;

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>&, const Everywhere::Place&, uint64_t i) const {
    return low + (high - low) * unit_interval(random_bits(seed, i));
  }
};

struct UniformInteger : Everywhere {
  uint64_t seed;
  uint64_t low, count;  // two's complement; 0: all 2^64

  template <typename Codec>
  WHET_BOTH Word at(const Sources<Codec>&, const Everywhere::Place&, uint64_t i) const {
    const uint64_t bits = random_bits(seed, i);
    return {low + (count ? high_product(bits, count) : bits)};
  }
};

struct Sequence : Everywhere {
  double start, step;

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>&, const Everywhere::Place&, uint64_t i) const {
    return start + step * static_cast<double>(i);
  }
};

// Integers wrap around: 254, 255, 0, 1.
struct WrappingSequence : Everywhere {
  uint64_t start, step;

  template <typename Codec>
  WHET_BOTH Word at(const Sources<Codec>&, const Everywhere::Place&, uint64_t i) const {
    return {start + step * i};
  }
};

struct Constant : Everywhere {
  double value;

  template <typename Codec>
  WHET_BOTH double at(const Sources<Codec>&, const Everywhere::Place&, uint64_t) const {
    return value;
  }
};

// Unpredictable words, one for each 8 bytes.
struct RandomWords : Everywhere {
  uint64_t seed;

  template <typename Codec>
  WHET_BOTH Word at(const Sources<Codec>&, const Everywhere::Place&, uint64_t i) const {
    const uint64_t byte = i * sizeof(typename Codec::Stored);
    return {random_bits(seed, byte & ~7ull) >> (8 * (byte & 7))};
  }
};

}  // namespace whet::formula
