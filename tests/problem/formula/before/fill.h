// The fills as they were before formulas were shared with GPUs.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "problem/data/data.h"
#include "problem/formula/before/codec.h"

namespace whet::before {

inline double normal_quantile(uint32_t bits);

constexpr uint64_t k_smallest_share = 1 << 16;  // elements worth a thread

// From + - * / and sqrt alone, which every machine rounds alike; the library's log differs in the last bit. Built
// without contraction to fused operations (CMakeLists.txt).
inline double natural_log(double x) {
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1023} << 52);
  if (m > 1.4142135623730951) m *= 0.5, ++exponent;
  const double s = (m - 1) / (m + 1), s2 = s * s;
  const double series = 1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 * (1.0 / 9 + s2 * (1.0 / 11)))));
  return exponent * 0.6931471805599453 + 2 * s * series;
}

template <size_t n>
inline double polynomial(const std::array<double, n>& coefficients, double x) {
  double sum = coefficients[n - 1];
  for (size_t i = n - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

// Numbers of the open interval (0, 1).
inline double unit_interval(uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

inline uint64_t high_product(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

// Straight lines between 1024 quantiles, which is within 2e-4 and ten times as fast, but the exact quantile in the
// outer 32nds of the interval, where they curve.
class NormalTable {
 public:
  NormalTable() {
    for (uint32_t i = 0; i < k_intervals; ++i) quantiles_[i] = before::normal_quantile(i << 22);
  }
  double operator()(uint32_t bits) const {
    const uint32_t i = bits >> 22;
    if (i - k_tail >= k_intervals - 2 * k_tail) return before::normal_quantile(bits);
    return quantiles_[i] + (bits & 0x3fffff) * 0x1p-22 * (quantiles_[i + 1] - quantiles_[i]);
  }

 private:
  static constexpr uint32_t k_intervals = 1024, k_tail = 16;
  std::array<double, k_intervals> quantiles_;
};

// Element i of each fill, as the type stores it.
template <typename Codec>
struct Normal {
  uint64_t seed;
  double mean, deviation;
  NormalTable standard = {};
  auto operator()(uint64_t i) const {
    return Codec::encode(mean + deviation * standard(static_cast<uint32_t>(random_bits(seed, i) >> 32)));
  }
};

template <typename Codec>
struct UniformReal {
  uint64_t seed;
  double low, high;
  auto operator()(uint64_t i) const { return Codec::encode(low + (high - low) * unit_interval(random_bits(seed, i))); }
};

template <typename Codec>
struct UniformInteger {
  uint64_t seed;
  uint64_t low, count;  // two's complement; 0: all 2^64
  auto operator()(uint64_t i) const {
    const uint64_t bits = random_bits(seed, i);
    return static_cast<typename Codec::Stored>(low + (count ? high_product(bits, count) : bits));
  }
};

template <typename Codec>
struct Sequence {
  double start, step;
  auto operator()(uint64_t i) const { return Codec::encode(start + step * static_cast<double>(i)); }
};

// Integers wrap around: 254, 255, 0, 1.
template <typename Codec>
struct WrappingSequence {
  uint64_t start, step;
  auto operator()(uint64_t i) const { return static_cast<typename Codec::Stored>(start + step * i); }
};

template <typename Generator>
inline void fill_range(char* bytes, uint64_t first, uint64_t last, const Generator& generator) {
  for (uint64_t i = first; i < last; ++i) {
    const auto element = generator(i);
    std::memcpy(bytes + i * sizeof element, &element, sizeof element);
  }
}

template <typename Generator>
inline void fill_all(std::string& bytes, uint64_t count, unsigned threads, const Generator& generator) {
  const uint64_t wanted = threads ? threads : std::max(1u, std::thread::hardware_concurrency());
  const uint64_t shares = std::clamp<uint64_t>(count / k_smallest_share, 1, wanted);
  std::vector<std::thread> workers;
  for (uint64_t share = 1; share < shares; ++share) {
    workers.emplace_back([&, share] {
      fill_range(bytes.data(), count / shares * share, share + 1 == shares ? count : count / shares * (share + 1),
                 generator);
    });
  }
  fill_range(bytes.data(), 0, shares == 1 ? count : count / shares, generator);
  for (std::thread& worker : workers) worker.join();
}

inline uint64_t as_integer(double value) {
  return value < 0 ? static_cast<uint64_t>(IntegerCodec<int64_t>::encode(value))
                   : IntegerCodec<uint64_t>::encode(value);
}

template <typename Codec>
inline void generate(const ResolvedArgument& argument, uint64_t seed, unsigned threads, std::string& bytes) {
  const FillPlan& fill = argument.fill;
  const auto run = [&](const auto& generator) { fill_all(bytes, argument.count, threads, generator); };
  const bool whole = !is_floating(argument.type);
  const uint64_t low = as_integer(std::ceil(fill.first)), high = as_integer(std::floor(fill.second));
  if (fill.kind == FillKind::normal)
    run(Normal<Codec>{seed, fill.first, fill.second});
  else if (fill.kind == FillKind::uniform && whole)
    run(UniformInteger<Codec>{seed, low, high - low + 1});
  else if (fill.kind == FillKind::uniform)
    run(UniformReal<Codec>{seed, fill.first, fill.second});
  else if (fill.kind == FillKind::sequence && whole && fill.first == std::floor(fill.first) &&
           fill.second == std::floor(fill.second))
    run(WrappingSequence<Codec>{as_integer(fill.first), as_integer(fill.second)});
  else if (fill.kind == FillKind::sequence)
    run(Sequence<Codec>{fill.first, fill.second});
  else
    run(Sequence<Codec>{fill.first, 0});
}

// Wichura's AS 241, PPND7: a ratio of polynomials in the middle, another of sqrt(-log p) outside.
inline double normal_quantile(uint32_t bits) {
  constexpr std::array a = {3.3871327179e0, 5.0434271938e1, 1.5929113202e2, 5.9109374720e1};
  constexpr std::array b = {1.0, 1.7895169469e1, 7.8757757664e1, 6.7187563600e1};
  constexpr std::array c = {1.4234372777e0, 2.7568153900e0, 1.3067284816e0, 1.7023821103e-1};
  constexpr std::array d = {1.0, 7.3700164250e-1, 1.2021132975e-1};
  const double p = (static_cast<double>(bits) + 0.5) * 0x1p-32, q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  const double r = std::sqrt(-natural_log(q < 0 ? p : 1 - p)) - 1.6;
  const double value = polynomial(c, r) / polynomial(d, r);
  return q < 0 ? -value : value;
}

inline std::string filled(const ResolvedArgument& argument, uint64_t seed) {
  std::string bytes(argument.bytes, '\0');
  before::with_codec(argument.type, [&](auto codec) { generate<decltype(codec)>(argument, seed, 1, bytes); });
  return bytes;
}

}  // namespace whet::before
