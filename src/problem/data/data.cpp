#include "problem/data/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "problem/data/generator.h"
#include "problem/data/structured_data.h"
#include "problem/numbers/codec.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr uint64_t k_smallest_share = 1 << 16;  // fewest elements that are worth a thread

// Uses only + - * / and sqrt, which every machine rounds alike; the library's log differs in the last bit. Compiled
// without contraction to fused operations (CMakeLists.txt).
double natural_log(double x) {
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1023} << 52);
  if (m > 1.4142135623730951) m *= 0.5, ++exponent;
  const double s = (m - 1) / (m + 1), s2 = s * s;
  const double series = 1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 * (1.0 / 9 + s2 * (1.0 / 11)))));
  return exponent * 0.6931471805599453 + 2 * s * series;
}

template <size_t n>
double polynomial(const std::array<double, n>& coefficients, double x) {
  double sum = coefficients[n - 1];
  for (size_t i = n - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

// Maps bits to the open interval (0, 1).
double unit_interval(uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

uint64_t high_product(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

// Linear interpolation between 1024 quantiles: accurate to 2e-4 and ten times as fast. The outer 1/64 on either side,
// where the quantile function curves, is computed exactly.
class NormalTable {
 public:
  NormalTable() {
    for (uint32_t i = 0; i < k_intervals; ++i) quantiles_[i] = normal_quantile(i << 22);
  }
  double operator()(uint32_t bits) const {
    const uint32_t i = bits >> 22;
    if (i - k_tail >= k_intervals - 2 * k_tail) return normal_quantile(bits);
    return quantiles_[i] + (bits & 0x3fffff) * 0x1p-22 * (quantiles_[i + 1] - quantiles_[i]);
  }

 private:
  static constexpr uint32_t k_intervals = 1024, k_tail = 16;
  std::array<double, k_intervals> quantiles_;
};

// Element i of each fill, in the type's encoding.
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
  uint64_t low, count;  // two's complement; count 0: all 2^64
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
void fill_range(char* bytes, uint64_t first, uint64_t last, const Generator& generator) {
  for (uint64_t i = first; i < last; ++i) {
    const auto element = generator(i);
    std::memcpy(bytes + i * sizeof element, &element, sizeof element);
  }
}

template <typename Generator>
void fill_all(std::string& bytes, uint64_t count, unsigned threads, const Generator& generator) {
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

uint64_t as_integer(double value) {
  return value < 0 ? static_cast<uint64_t>(IntegerCodec<int64_t>::encode(value))
                   : IntegerCodec<uint64_t>::encode(value);
}

template <typename Codec>
void generate(const ResolvedArgument& argument, uint64_t seed, unsigned threads, std::string& bytes) {
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

Result<std::string> read_data(const ResolvedArgument& argument, const FileSystem& files) {
  const auto other_size = [&](uint64_t bytes) -> Error {
    return bad_input(
        fmt::format("`{}` holds {} bytes, `{}` has {}", argument.fill.file, bytes, argument.name, argument.bytes),
        argument.fill.file, "the file must be the array's elements, little-endian, and nothing else");
  };
  const auto found = files.info(argument.fill.file);
  if (found && found->is_regular && !found->is_directory && found->bytes != argument.bytes)
    return other_size(found->bytes);
  TRY(bytes, files.read(argument.fill.file));
  if (bytes.size() != argument.bytes) return other_size(bytes.size());
  return bytes;
}

}  // namespace

// Wichura's algorithm AS 241, PPND7: a ratio of polynomials in the middle, another one in sqrt(-log p) outside.
double normal_quantile(uint32_t bits) {
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

uint64_t seed_of(const ResolvedArgument& argument, uint64_t run_seed) {
  if (argument.fill.seed) return *argument.fill.seed;
  uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a of the name
  for (const char c : argument.name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return random_bits(hash, run_seed);
}

uint8_t poison_byte(ElementType type) {
  return is_floating(type) ? 0xff : 0xa5;
}

Result<std::string> make_data(const ResolvedArgument& argument, const DataOptions& options, const FileSystem& files) {
  const bool is_read = argument.role == ArgumentRole::in || argument.role == ArgumentRole::inout;
  if (!is_read) return std::string(argument.bytes, static_cast<char>(poison_byte(argument.type)));
  if (argument.fill.kind == FillKind::file) return read_data(argument, files);
  if (argument.fill.kind == FillKind::generated) return argument.fill.generator->data(argument, options.seed);
  if (is_structured(argument.fill.kind)) return structured_data(argument, options.seed);
  std::string bytes(argument.bytes, '\0');
  const uint64_t seed = seed_of(argument, options.seed);
  with_codec(argument.type, [&](auto codec) { generate<decltype(codec)>(argument, seed, options.threads, bytes); });
  return bytes;
}

}  // namespace whet
