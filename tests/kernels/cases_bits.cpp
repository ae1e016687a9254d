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
double as_int(uint32_t bits) {
  return static_cast<int32_t>(bits);
}
// Two 32-bit halves, as arguments hold what a double cannot.
uint64_t wide(const std::vector<double>& halves, size_t i) {
  return uint64_t{word(halves[2 * i + 1])} << 32 | word(halves[2 * i]);
}
void put_wide(std::vector<double>& halves, size_t i, uint64_t value) {
  halves[2 * i] = static_cast<uint32_t>(value), halves[2 * i + 1] = static_cast<uint32_t>(value >> 32);
}

uint32_t reversed(uint32_t v) {
  uint32_t out = 0;
  for (int i = 0; i < 32; ++i) out |= (v >> i & 1) << (31 - i);
  return out;
}
uint32_t permuted(uint32_t x, uint32_t y, uint32_t selector) {
  const uint64_t both = uint64_t{y} << 32 | x;
  uint32_t out = 0;
  for (int i = 0; i < 4; ++i) out |= static_cast<uint32_t>(both >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
  return out;
}
uint32_t funnel(uint32_t low, uint32_t high, uint32_t by, bool left) {
  const uint64_t both = uint64_t{high} << 32 | low;
  return static_cast<uint32_t>(left ? both << by >> 32 : both >> by);
}

void count_bits(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const uint32_t x = word(v[0][i]);
    int third = -1;
    for (int bit = 0, seen = 0; bit < 32 && third < 0; ++bit) {
      if (x >> bit & 1 && ++seen == 3) third = bit;
    }
    const double results[] = {double(std::popcount(x)), double(std::countl_zero(x)),
                              x ? std::countr_zero(x) + 1.0 : 0.0, double(third)};
    std::copy(results, results + 4, &v[1][4 * i]);
  }
}

void turn_bits(Values& v) {
  for (size_t i = 0; i + 1 < v[0].size(); ++i) {
    const uint32_t x = word(v[0][i]), y = word(v[0][i + 1]), by = static_cast<uint32_t>(i),
                   clamped = std::min(by + 4, 32u);
    const double results[] = {double(reversed(x)),
                              double(permuted(x, y, 0x5140)),
                              double(permuted(x, y, by * 0x1357)),
                              double(funnel(x, y, by & 31, true)),
                              double(funnel(x, y, by & 31, false)),
                              double(clamped == 32 ? x : funnel(x, y, clamped, true)),
                              double(clamped == 32 ? y : funnel(x, y, clamped, false)),
                              double((x << (by & 31)) ^ (y >> (31 - (by & 31))))};
    std::copy(results, results + 8, &v[1][8 * i]);
  }
}

double morton(const Values& v, size_t i) {
  uint32_t out = 0;
  for (int bit = 0; bit < 16; ++bit) {
    out |= (word(v[0][i]) >> bit & 1) << 2 * bit | (word(v[1][i]) >> bit & 1) << (2 * bit + 1);
  }
  return out;
}

double crc32(const Values& v, size_t i) {
  const auto length = static_cast<size_t>(v[2][0]);
  uint32_t crc = ~0u;
  for (size_t j = i * length; j < (i + 1) * length; ++j) {
    crc ^= word(v[0][j]);
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  return ~crc;
}

void mix(Values& v) {
  for (size_t i = 0; i < v[0].size() / 2; ++i) {
    uint64_t z = wide(v[0], i) + 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    put_wide(v[1], i, z ^ z >> 31);
  }
}

void intrinsics(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const int64_t x = whole(v[0][i]), y = whole(v[1][i]);
    const uint64_t ux = word(v[0][i]), uy = word(v[1][i]);
    const auto low24 = [](int64_t value) { return static_cast<int32_t>(static_cast<uint32_t>(value) << 8) >> 8; };
    const double results[] = {double(x * y >> 32),
                              as_int(uint32_t(ux * uy >> 32)),
                              as_int(uint32_t(int64_t{low24(x)} * low24(y))),
                              double((x + y) >> 1),
                              double((x + y + 1) >> 1),
                              as_int(uint32_t(std::llabs(x - y) + 5)),
                              as_int(uint32_t((ux > uy ? ux - uy : uy - ux) + 7)),
                              as_int(uint32_t((ux + uy) >> 1))};
    std::copy(results, results + 8, &v[2][8 * i]);
  }
}

void saturating(Values& v) {
  const auto clip = [](int64_t value) { return double(std::clamp<int64_t>(value, INT32_MIN, INT32_MAX)); };
  for (size_t i = 0; i < v[0].size(); ++i) {
    const int64_t x = whole(v[0][i]), y = whole(v[1][i]);
    v[2][3 * i] = clip(x + y), v[2][3 * i + 1] = clip(x - y), v[2][3 * i + 2] = clip((x * y >> 32) + x);
  }
}

double gray(const Values& v, size_t i) {
  const uint32_t x = word(v[0][i]), code = x ^ x >> 1;
  return 1 + (((x & code) | (~x & ~code)) & ~1u);
}

void next_same_count(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    const uint32_t x = word(v[0][i]) | 1, t = x | (x - 1);
    v[1][2 * i] = (t + 1) | (((~t & (t + 1)) - 1) >> 1);
    v[1][2 * i + 1] = std::floor(std::sqrt(static_cast<double>(x)));
  }
}

void byte_lanes(Values& v) {
  for (size_t i = 0; i < v[0].size(); ++i) {
    uint32_t results[6] = {};
    for (int at = 0; at < 32; at += 8) {
      const int x = word(v[0][i]) >> at & 255, y = word(v[1][i]) >> at & 255;
      const int lanes[] = {std::min(x + y, 255), std::max(x - y, 0), std::max<int>(int8_t(x), int8_t(y)) & 255,
                           std::abs(x - y),      x > y ? 255 : 0,    (x + y + 1) / 2};
      for (int k = 0; k < 6; ++k) results[k] |= static_cast<uint32_t>(lanes[k]) << at;
    }
    std::copy(results, results + 6, &v[2][6 * i]);
  }
}

KernelCase made(const std::string& kernel, uint32_t threads, std::vector<Argument> arguments, Reference reference) {
  return launch("bits.cu", kernel, 1, threads, std::move(arguments), std::move(reference));
}

Argument words(const std::string& name, size_t count) {
  return input(name, u32, count, 0, 0x1p32);
}
Argument integers(const std::string& name, size_t count) {
  return input(name, i32, count, -0x1p31, 0x1p31);
}

}  // namespace

Cases bits_cases() {
  Argument some = words("in", 60);
  some.bytes.replace(0, 16, std::string(8, '\0') + std::string(4, '\xff') + std::string("\x80\0\0\0", 4));
  return {
      made("count_bits", 64, {some, output("out", i32, 240), integer("n", 60)}, count_bits),
      made("turn_bits", 40, {words("in", 41), output("out", u32, 320)}, turn_bits),
      made("morton", 50, {input("x", u16, 50, 0, 65536), input("y", u16, 50, 0, 65536), output("out", u32, 50)},
           each(2, morton)),
      made("crc32", 40, {input("in", u8, 40 * 33, 0, 256), output("out", u32, 40), integer("length", 33)},
           each(1, crc32)),
      made("mix_64", 64, {words("in", 128), output("out", u32, 128)}, mix),
      made("integer_intrinsics", 70, {integers("a", 70), integers("b", 70), output("out", i32, 560)}, intrinsics),
      made("saturating", 48, {integers("a", 48), integers("b", 48), output("out", i32, 144)}, saturating),
      made("gray", 33, {words("in", 33), output("out", u32, 33)}, each(1, gray)),
      made("next_same_count", 50, {input("in", u32, 50, 0, 0x1p31), output("out", u32, 100)}, next_same_count),
      made("byte_lanes", 32, {words("a", 32), words("b", 32), output("out", u32, 192)}, byte_lanes),
  };
}

}  // namespace whet::kernels
