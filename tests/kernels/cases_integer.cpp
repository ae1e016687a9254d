#include <bit>

#include "kernels/cases.h"

namespace whet::kernels {

namespace {

uint32_t word(double value) {
  return static_cast<uint32_t>(static_cast<int64_t>(value));
}
int32_t whole(double value) {
  return static_cast<int32_t>(word(value));
}
// Numbers of 64 bits lie in arguments as two words.
uint64_t wide(const std::vector<double>& words, size_t i) {
  return uint64_t{word(words[2 * i + 1])} << 32 | word(words[2 * i]);
}
void put_wide(std::vector<double>& words, size_t i, uint64_t value) {
  words[2 * i] = static_cast<uint32_t>(value), words[2 * i + 1] = static_cast<uint32_t>(value >> 32);
}

Argument words(const std::string& name, size_t count) {
  return input(name, u32, count, 0, 0x1p32);
}

KernelCase made(const std::string& file, const std::string& kernel, uint32_t blocks, uint32_t threads,
                std::vector<Argument> arguments, Reference reference) {
  return launch(corpus(file), kernel, blocks, threads, std::move(arguments), std::move(reference));
}

void divide_64(Values& v) {
  for (size_t i = 0; i < v[2].size() / 2; ++i) {
    const auto a = static_cast<int64_t>(wide(v[0], i)), b = static_cast<int64_t>(wide(v[1], i));
    put_wide(v[2], i, static_cast<uint64_t>(a / b) + static_cast<uint64_t>(a % b));
  }
}

double constant_divisors(const Values& v, size_t i) {
  const uint32_t a = word(v[0][i]);
  const auto b = static_cast<int64_t>(v[1][i]);
  return static_cast<uint32_t>(a / 7 + a % 1000 + static_cast<uint32_t>(b / 13) + static_cast<uint32_t>(b % 641));
}

void divide_floats(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    v[3][i] = static_cast<float>(v[0][i]) / static_cast<float>(v[1][i]);
    v[4][i] = v[2][i] / (v[2][i] + 3) + std::sqrt(v[2][i]);
  }
}

Cases divisions() {
  const auto odd = [](const std::string& name, size_t n) {  // never zero
    Argument argument = input(name, i32, n, -1000, 1000);
    std::vector<double> values = values_of(i32, argument.bytes);
    for (double& value : values) value = value * 2 + 1;
    argument.bytes = bytes_of(i32, values);
    return argument;
  };
  return {
      made("integer_division.cu", "divide_32", 3, 50,
           {input("a", i32, 140, -0x1p31, 0x1p31), odd("b", 140), output("out", i32, 140), integer("n", 140)},
           each(2, [](const Values& v,
                      size_t i) { return double(whole(v[0][i]) / whole(v[1][i]) + whole(v[0][i]) % whole(v[1][i])); })),
      made("integer_division.cu", "divide_u32", 2, 64,
           {words("a", 100), scalar("d", u32, 12347), output("out", u32, 100), integer("n", 100)},
           each(2, [](const Values& v,
                      size_t i) { return double(uint32_t(word(v[0][i]) / 12347 * 3 + word(v[0][i]) % 12347)); })),
      made("integer_division.cu", "divide_64", 2, 64,
           {words("a", 160), words("b", 160), output("out", u32, 160), integer("n", 80)}, divide_64),
      made("integer_division.cu", "divide_constants", 2, 64,
           {words("a", 90), input("b", i64, 90, -1e15, 1e15), output("out", u32, 90), integer("n", 90)},
           each(2, constant_divisors)),
      made("integer_division.cu", "divide_floats", 2, 64,
           {input("a", f32, 100), input("b", f32, 100, 0.1, 3), input("c", f64, 100, 0, 5), output("out", f32, 100),
            output("wide", f64, 100), integer("n", 100)},
           divide_floats),
  };
}

void int8_dot(Values& v) {
  const size_t n = 40, k4 = 9;
  for (size_t i = 0; i < v[2].size(); ++i) {
    for (size_t k = 0; k < k4 * 4; ++k) v[2][i] += v[0][(i / n) * k4 * 4 + k] * v[1][((k / 4) * n + i % n) * 4 + k % 4];
  }
}

void uint8_dot(Values& v) {
  for (size_t i = 0; i < v[2].size(); ++i) {
    for (size_t k = 0; k < 44; ++k) v[2][i] += v[0][k] * v[1][((k / 4) * v[2].size() + i) * 4 + k % 4];
  }
}

void int16_dot(Values& v) {
  double sum = 0;
  for (size_t k = 0; k < v[1].size(); ++k) sum += v[0][k] * v[1][k];
  for (double& out : v[2]) out = sum;
}

Cases dots() {
  KernelCase by_rows = made("int8_dp4a.cu", "int8_dot", 1, 40,
                            {input("a", i8, 5 * 36, -128, 128), input("b", i8, 36 * 40, -128, 128),
                             output("c", i32, 200), integer("n", 40), integer("k4", 9)},
                            int8_dot);
  by_rows.grid[1] = 5;
  return {
      by_rows,
      made("int8_dp4a.cu", "uint8_dot", 1, 50,
           {input("a", u8, 44, 0, 256), input("b", u8, 44 * 50, 0, 256), output("c", u32, 50), integer("k4", 11)},
           uint8_dot),
      made("int8_dp4a.cu", "int16_dot", 1, 20,
           {input("a", i16, 28, -32768, 32768), input("b", i8, 28, -128, 128), output("c", i32, 20), integer("k4", 7)},
           int16_dot),
      made("int8_dp4a.cu", "quantise", 2, 70,
           {input("in", f32, 130, -3, 3), output("out", i8, 130), real("scale", 55.5), integer("n", 130)},
           each(1,
                [](const Values& v, size_t i) {
                  return std::clamp(std::nearbyint(static_cast<float>(v[0][i]) * 55.5f), -128.0f, 127.0f);
                })),
  };
}

__extension__ using Wide = unsigned __int128;

void multiply_128(Values& v) {
  for (size_t i = 0; i < v[2].size() / 4; ++i) {
    const Wide a = Wide{wide(v[0], 2 * i + 1)} << 64 | wide(v[0], 2 * i),
               b = Wide{wide(v[1], 2 * i + 1)} << 64 | wide(v[1], 2 * i);
    put_wide(v[2], 2 * i, static_cast<uint64_t>(a * b)), put_wide(v[2], 2 * i + 1, static_cast<uint64_t>(a * b >> 64));
  }
}

// The sum of 128-bit numbers, then the product of the lowest words added to its lower 96 bits.
void add_carry(Values& v) {
  for (size_t i = 0; i < v[2].size() / 4; ++i) {
    const Wide a = Wide{wide(v[0], 2 * i + 1)} << 64 | wide(v[0], 2 * i),
               b = Wide{wide(v[1], 2 * i + 1)} << 64 | wide(v[1], 2 * i);
    const Wide sum = a + b, product = uint64_t{static_cast<uint32_t>(a)} * static_cast<uint32_t>(b),
               low = (Wide{1} << 96) - 1;
    const Wide all = ((sum & low) + product) & low;
    put_wide(v[2], 2 * i, static_cast<uint64_t>(all));
    put_wide(v[2], 2 * i + 1, static_cast<uint64_t>(all >> 64) | static_cast<uint64_t>(sum >> 96) << 32);
  }
}

uint32_t reversed(uint32_t v) {
  uint32_t out = 0;
  for (int i = 0; i < 32; ++i) out |= (v >> i & 1) << (31 - i);
  return out;
}

double bits(const Values& v, size_t i) {
  const uint32_t x = word(v[0][i]), by = word(v[2][0]);
  const uint32_t field = x >> 5 & 0x7ff;
  const uint32_t position = by, inserted = (field & ~(15u << position)) | (x & 15) << position;
  const uint32_t length = x & 31, mask = length == 0 ? 0 : static_cast<uint32_t>(((uint64_t{1} << length) - 1) << by);
  uint32_t low = std::popcount(x) + std::countl_zero(x) * 3 + (x ? std::countr_zero(x) + 1 : 0) * 5 + reversed(x) +
                 field + inserted + mask;
  const uint64_t left = uint64_t{field} << 32 | x, right = uint64_t{inserted} << 32 | x,
                 bytes = uint64_t{field} << 32 | x;
  uint32_t permuted = 0;
  for (int b = 0; b < 4; ++b) permuted |= static_cast<uint32_t>(bytes >> 8 * (by >> 4 * b & 7) & 255) << 8 * b;
  low ^= static_cast<uint32_t>(left << by >> 32) + static_cast<uint32_t>(right >> by) + permuted;
  return static_cast<uint32_t>(low + (x << by) + static_cast<uint32_t>(static_cast<int32_t>(x) >> (by + 1)) +
                               static_cast<uint32_t>(std::abs(static_cast<int64_t>(static_cast<int32_t>(x)))));
}

void bits_64(Values& v) {
  for (size_t i = 0; i < v[1].size() / 2; ++i) {
    const uint64_t x = wide(v[0], i);
    const auto s = static_cast<int64_t>(x);
    const int by = whole(v[2][0]);
    const uint64_t turned =
        uint64_t{reversed(static_cast<uint32_t>(x))} << 32 | reversed(static_cast<uint32_t>(x >> 32));
    const uint64_t magnitude = s < 0 ? 0 - x : x;
    put_wide(v[1], i,
             (x << by) + (x >> (by + 3)) + static_cast<uint64_t>(s >> by) + std::popcount(x) + std::countl_zero(x) +
                 (x ? std::countr_zero(x) + 1 : 0) + turned +
                 static_cast<uint64_t>(std::min<int64_t>(s, 1234567890123)) + magnitude);
  }
}

void narrow(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const int a = whole(v[0][i]), b = whole(v[1][i]);
    v[2][i] = static_cast<int16_t>(a * b + (a >> 3));
    v[3][i] = static_cast<int8_t>(static_cast<unsigned>(b) << 1 | (a & 1));
  }
}

double minima(const Values& v, size_t i) {
  const auto &a = v[0], &b = v[1];
  return std::min(std::max(a[i], a[i + 1]), a[i + 2]) + std::max(std::min(b[i], b[i + 1]), 17.0) +
         std::max(a[i] + 5, 0.0);
}

Cases wides() {
  Argument zeros = words("in", 60);
  zeros.bytes.replace(0, 8, std::string(8, '\0'));
  return {
      made("wide_math.cu", "multiply_128", 2, 32,
           {words("a", 200), words("b", 200), output("out", u32, 200), integer("n", 50)}, multiply_128),
      made("wide_math.cu", "add_carry", 1, 40, {words("a", 160), words("b", 160), output("out", u32, 160)}, add_carry),
      made("wide_math.cu", "bits", 1, 60, {zeros, output("out", u32, 60), integer("by", 5)}, each(1, bits)),
      made("wide_math.cu", "bits_64", 1, 30, {zeros, output("out", u32, 60), integer("by", 13)}, bits_64),
      made("wide_math.cu", "narrow_integers", 1, 64,
           {input("a", i16, 64, -32768, 32768), input("b", i8, 64, -128, 128), output("out", i16, 64),
            output("bytes", i8, 64)},
           narrow),
      made("wide_math.cu", "minima", 1, 40,
           {input("a", i32, 42, -1000, 1000), input("b", u32, 42, 0, 1000), output("out", i32, 40)}, each(2, minima)),
  };
}

// Adds `f` of each part of so many bits.
template <int bits, typename F>
uint32_t parts(uint32_t x, uint32_t y, F f) {
  const uint32_t mask = bits == 8 ? 0xff : 0xffff;
  uint32_t out = 0;
  for (int at = 0; at < 32; at += bits) out |= (static_cast<uint32_t>(f(x >> at & mask, y >> at & mask)) & mask) << at;
  return out;
}

// The kernel's last instruction drops the sums before it.
double packed_bytes(const Values& v, size_t i) {
  const uint32_t x = word(v[0][i]), y = word(v[1][i]);
  const auto sum = static_cast<uint32_t>(static_cast<int>(x & 255) + static_cast<int16_t>(y >> 16));
  const int64_t a = static_cast<int32_t>(x), b = static_cast<int32_t>(y);
  return static_cast<uint32_t>(sum + static_cast<uint32_t>(std::llabs(a - b)) + sum);
}

double aligned(const Values& v, size_t i) {
  const int32_t x = whole(v[0][i]), y = whole(v[1][i]), z = whole(v[0][i + 32]);
  const auto relu = [](int value) { return std::max(value, 0); };
  const auto pair = [](uint32_t a, uint32_t b, auto f) {
    return parts<16>(a, b, [&](int l, int r) { return f(int16_t(l), int16_t(r)); });
  };
  const auto larger = [](int l, int r) { return std::max(l, r); };
  uint32_t best = uint32_t(std::max(x + y, z)) + uint32_t(std::min(x + y, z)) + uint32_t(std::max({x, y, z})) +
                  uint32_t(relu(std::min({x, y, z}))) + uint32_t(std::max(x, y));
  const uint32_t sums = pair(uint32_t(x), uint32_t(y), [](int l, int r) { return l + r; });
  best += pair(sums, uint32_t(z), larger) + uint32_t(relu(std::max(x, y))) + uint32_t(relu(std::max(x + y, z))) +
          pair(pair(uint32_t(x), uint32_t(y), larger), uint32_t(z), larger) +
          pair(uint32_t(x), uint32_t(y), [&](int l, int r) { return relu(std::min(l, r)); });
  return static_cast<int32_t>(best + (x >= y));
}

}  // namespace

Cases integer_cases() {
  Cases cases = {
      made("lane_arithmetic.cu", "packed_bytes", 1, 40, {words("a", 40), words("b", 40), output("out", u32, 40)},
           each(2, packed_bytes)),
      made("lane_arithmetic.cu", "align_sequences", 1, 32,
           {input("a", i32, 64, -1e6, 1e6), input("b", i32, 32, -1e6, 1e6), output("out", i32, 32)}, each(2, aligned)),
  };
  for (const auto part : {divisions, dots, wides}) append(cases, part());
  return cases;
}

}  // namespace whet::kernels
