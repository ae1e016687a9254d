// The values that instructions are tested with: edges of every type, some in between, all pairs and triples of them.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "vgpu/instruction_check.h"

namespace whet::vgpu {

using Values = std::vector<uint64_t>;

// Pseudorandom numbers that are the same everywhere.
class Sequence {
 public:
  uint64_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ ^ state_ >> 29;
  }

 private:
  uint64_t state_ = 0x9e3779b97f4a7c15;
};

inline Values integer_values(int bits) {
  const uint64_t top = uint64_t{1} << (bits - 1);
  Values values = {0, 1, 2, 7, top - 1, top, top + 1, ~uint64_t{0}, ~uint64_t{0} - 1, 0x5555555555555555, 100};
  Sequence sequence;
  for (int i = 0; i < 4; ++i) values.push_back(sequence.next() >> (i * bits / 4));
  for (uint64_t& value : values) value &= ~uint64_t{0} >> (64 - bits);
  return values;
}

inline Values shift_amounts() {
  return {0, 1, 5, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 0x80000000, 0xffffffff};
}

inline Values f32_values() {
  return {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40490fdb, 0xc2c80000, 0x00000001, 0x807fffff,
          0x00800000, 0x80800001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001,
          0x3f7fffff, 0x4b800001, 0x33800000, 0x5f000000, 0x1f123456, 0x60abcdef, 0x3eaaaaab, 0x4f000000};
}
inline Values f64_values() {
  return {0,
          0x8000000000000000,
          0x3ff0000000000000,
          0xbff0000000000001,
          0x400921fb54442d18,
          0x0000000000000001,
          0x800fffffffffffff,
          0x0010000000000000,
          0x7fefffffffffffff,
          0xffefffffffffffff,
          0x7ff0000000000000,
          0xfff0000000000000,
          0x7ff8000000000123,
          0xfff4000000000000,
          0x4340000000000001,
          0x3fd5555555555555,
          0x1ff0000012345678,
          0xdff0000012345678,
          0x41dfffffffe00000,
          0x3810000000000001};
}
inline Values f16_values() {
  return {0x0000, 0x8000, 0x3c00, 0xbc00, 0x3555, 0x4248, 0x0001, 0x83ff, 0x0400, 0x8401, 0x7bff,
          0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfd23, 0x7c01, 0x3bff, 0x6401, 0x1000, 0x5a5a, 0xa5a5};
}
inline Values bf16_values() {
  return {0x0000, 0x8000, 0x3f80, 0xbf80, 0x3eab, 0x4049, 0x0001, 0x807f, 0x0080, 0x8081, 0x7f7f,
          0xff7f, 0x7f80, 0xff80, 0x7fc0, 0xffc1, 0x7f81, 0x3f7f, 0x4b01, 0x0400, 0x5a5a, 0xa5a5};
}
// Pairs of 16-bit values in 32 bits.
inline Values packed(const Values& halves) {
  Values values;
  for (size_t i = 0; i < halves.size(); ++i) values.push_back(halves[i] | halves[(i * 5 + 3) % halves.size()] << 16);
  return values;
}
// Many bit patterns of a width.
inline Values many(int bits, int count) {
  Values values;
  Sequence sequence;
  for (int i = 0; i < count; ++i) values.push_back(sequence.next() >> (64 - bits));
  return values;
}
inline Values joined(Values a, const Values& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::vector<Inputs> tuples(const Values& a) {
  std::vector<Inputs> all;
  for (const uint64_t x : a) all.push_back({x});
  return all;
}
inline std::vector<Inputs> tuples(const Values& a, const Values& b) {
  std::vector<Inputs> all;
  for (const uint64_t x : a) {
    for (const uint64_t y : b) all.push_back({x, y});
  }
  return all;
}
inline std::vector<Inputs> tuples(const Values& a, const Values& b, const Values& c) {
  std::vector<Inputs> all;
  for (const Inputs& pair : tuples(a, b)) {
    for (const uint64_t z : c) all.push_back({pair[0], pair[1], z});
  }
  return all;
}
inline std::vector<Inputs> tuples(const Values& a, const Values& b, const Values& c, const Values& d) {
  std::vector<Inputs> all;
  for (const Inputs& triple : tuples(a, b, c)) {
    for (const uint64_t z : d) all.push_back({triple[0], triple[1], triple[2], z});
  }
  return all;
}

inline float as_f32(uint64_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits));
}
inline double as_f64(uint64_t bits) {
  return std::bit_cast<double>(bits);
}
inline uint64_t bits_of(float value) {
  return std::bit_cast<uint32_t>(value);
}
inline uint64_t bits_of(double value) {
  return std::bit_cast<uint64_t>(value);
}

}  // namespace whet::vgpu
