// Integer arithmetic against 128-bit host arithmetic.
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_integer_test {

__extension__ typedef __int128 Big;

// The mathematical value of a register's bits.
template <typename T>
Big value(uint64_t bits) {
  return static_cast<Big>(static_cast<T>(bits));
}

struct IntegerType {
  const char* name;
  int bytes;
  Big (*value)(uint64_t);
  bool is_signed;
  int bits() const { return 8 * bytes; }
};
const IntegerType k_types[] = {{"u16", 2, value<uint16_t>, false}, {"u32", 4, value<uint32_t>, false},
                               {"u64", 8, value<uint64_t>, false}, {"s16", 2, value<int16_t>, true},
                               {"s32", 4, value<int32_t>, true},   {"s64", 8, value<int64_t>, true}};

std::string registers(int bytes, int sources) {
  std::string text = std::to_string(bytes);
  for (int i = 0; i < sources; ++i) text += "," + std::to_string(bytes);
  return text;
}

void check2(const IntegerType& type, const std::string& opcode, Big (*oracle)(Big, Big)) {
  const Values values = integer_values(type.bits());
  check(opcode + "." + type.name, registers(type.bytes, 2), tuples(values, values),
        [&](const Inputs& in) { return Outputs{static_cast<uint64_t>(oracle(type.value(in[0]), type.value(in[1])))}; });
}
void check3(const IntegerType& type, const std::string& opcode, const std::function<Big(Big, Big, Big)>& oracle) {
  const Values values = integer_values(type.bits());
  check(opcode + "." + type.name, registers(type.bytes, 3), tuples(values, values, values), [&](const Inputs& in) {
    return Outputs{static_cast<uint64_t>(oracle(type.value(in[0]), type.value(in[1]), type.value(in[2])))};
  });
}

// Products of 64-bit values are computed from halves of 128 bits, signed ones by magnitude.
Big high_part(const IntegerType& type, Big a, Big b) {
  __extension__ typedef unsigned __int128 UBig;
  const bool negative = (a < 0) != (b < 0);
  const UBig product = static_cast<UBig>(a < 0 ? -a : a) * static_cast<UBig>(b < 0 ? -b : b);
  const UBig all = negative ? UBig{0} - product : product;
  return static_cast<Big>(all >> type.bits());
}

TEST(IntegerInstructions, SumsAndProductsWrap) {
  for (const IntegerType& type : k_types) {
    check2(type, "add", [](Big a, Big b) { return a + b; });
    check2(type, "sub", [](Big a, Big b) { return a - b; });
    check2(type, "mul.lo",
           [](Big a, Big b) { return static_cast<Big>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b)); });
    check3(type, "mad.lo", [](Big a, Big b, Big c) {
      return static_cast<Big>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b) + static_cast<uint64_t>(c));
    });
  }
}

TEST(IntegerInstructions, HighHalvesOfProducts) {
  for (const IntegerType& type : k_types) {
    check3(type, "mad.hi", [&](Big a, Big b, Big c) { return high_part(type, a, b) + c; });
    const Values values = integer_values(type.bits());
    check(std::string("mul.hi.") + type.name, registers(type.bytes, 2), tuples(values, values), [&](const Inputs& in) {
      return Outputs{static_cast<uint64_t>(high_part(type, type.value(in[0]), type.value(in[1])))};
    });
  }
}

TEST(IntegerInstructions, WideProducts) {
  for (const IntegerType& type : k_types) {
    if (type.bytes == 8) continue;
    const Values values = integer_values(type.bits()), wide = integer_values(2 * type.bits());
    const std::string narrow_name = std::to_string(type.bytes), wide_name = std::to_string(2 * type.bytes);
    check(std::string("mul.wide.") + type.name, wide_name + "," + narrow_name + "," + narrow_name,
          tuples(values, values),
          [&](const Inputs& in) { return Outputs{static_cast<uint64_t>(type.value(in[0]) * type.value(in[1]))}; });
    check(std::string("mad.wide.") + type.name, wide_name + "," + narrow_name + "," + narrow_name + "," + wide_name,
          tuples(values, values, wide), [&](const Inputs& in) {
            return Outputs{static_cast<uint64_t>(type.value(in[0]) * type.value(in[1])) + in[2]};
          });
  }
}

TEST(IntegerInstructions, DivisionNeverTraps) {
  for (const IntegerType& type : k_types) {
    check2(type, "div", [](Big a, Big b) { return b == 0 ? Big{-1} : a / b; });
    if (type.bytes == 2)
      check2(type, "rem", [](Big a, Big b) { return b == 0 ? a : a % b; });
    else
      check2(type, "rem", [](Big a, Big b) { return b == 0 ? Big{-1} : a % b; });
  }
}

TEST(IntegerInstructions, MinimaMaximaAndDistances) {
  for (const IntegerType& type : k_types) {
    check2(type, "min", [](Big a, Big b) { return a < b ? a : b; });
    check2(type, "max", [](Big a, Big b) { return a < b ? b : a; });
    check3(type, "sad", [](Big a, Big b, Big c) { return c + (a < b ? b - a : a - b); });
    if (!type.is_signed) continue;
    const Values values = joined(integer_values(type.bits()), many(type.bits(), 64));
    check(std::string("abs.") + type.name, registers(type.bytes, 1), tuples(values), [&](const Inputs& in) {
      const Big a = type.value(in[0]);
      return Outputs{static_cast<uint64_t>(a < 0 ? -a : a)};
    });
    check(std::string("neg.") + type.name, registers(type.bytes, 1), tuples(values),
          [&](const Inputs& in) { return Outputs{0 - in[0]}; });
  }
}

Big clamp32(Big a) {
  const Big low = -(Big{1} << 31), high = (Big{1} << 31) - 1;
  return a < low ? low : a > high ? high : a;
}

TEST(IntegerInstructions, SaturatingForms) {
  const IntegerType& s32 = k_types[4];
  check2(s32, "add.sat", [](Big a, Big b) { return clamp32(a + b); });
  check2(s32, "sub.sat", [](Big a, Big b) { return clamp32(a - b); });
  check3(s32, "mad.hi.sat", [](Big a, Big b, Big c) { return clamp32(((a * b) >> 32) + c); });
  check2(s32, "min.relu", [](Big a, Big b) { return std::max<Big>(0, a < b ? a : b); });
  check2(s32, "max.relu", [](Big a, Big b) { return std::max<Big>(0, a < b ? b : a); });
}

template <bool is_signed>
Big low24(Big a) {
  const Big low = a & 0xffffff;
  return is_signed && low >= 0x800000 ? low - 0x1000000 : low;
}
template <bool is_signed>
void check_24_bit(const IntegerType& type) {
  check2(type, "mul24.lo", [](Big a, Big b) { return low24<is_signed>(a) * low24<is_signed>(b); });
  check2(type, "mul24.hi", [](Big a, Big b) { return (low24<is_signed>(a) * low24<is_signed>(b)) >> 16; });
  check3(type, "mad24.lo", [](Big a, Big b, Big c) { return low24<is_signed>(a) * low24<is_signed>(b) + c; });
  check3(type, "mad24.hi", [](Big a, Big b, Big c) { return ((low24<is_signed>(a) * low24<is_signed>(b)) >> 16) + c; });
}

TEST(IntegerInstructions, TwentyFourBitProducts) {
  check_24_bit<false>(k_types[1]);
  check_24_bit<true>(k_types[4]);
  check3(k_types[4], "mad24.hi.sat", [](Big a, Big b, Big c) {
    // The upper 32 of the 48 bits are a 32-bit number themselves.
    return clamp32(value<int32_t>(static_cast<uint64_t>((low24<true>(a) * low24<true>(b)) >> 16)) + c);
  });
}

using HalfOracle = int (*)(int, int);
void check_halves(const char* spelling, bool is_signed, HalfOracle oracle) {
  const Values values = packed(integer_values(16));
  check(spelling, "4,4,4", tuples(values, values), [&](const Inputs& in) {
    uint64_t result = 0;
    for (int i = 0; i < 32; i += 16) {
      const auto part = [&](uint64_t x) {
        return is_signed ? int{static_cast<int16_t>(x >> i)} : int{static_cast<uint16_t>(x >> i)};
      };
      result |= static_cast<uint64_t>(oracle(part(in[0]), part(in[1])) & 0xffff) << i;
    }
    return Outputs{result};
  });
}

TEST(IntegerInstructions, PackedHalfWords) {
  check_halves("add.u16x2", false, [](int a, int b) { return a + b; });
  check_halves("add.s16x2", true, [](int a, int b) { return a + b; });
  check_halves("min.u16x2", false, [](int a, int b) { return std::min(a, b); });
  check_halves("min.s16x2", true, [](int a, int b) { return std::min(a, b); });
  check_halves("max.u16x2", false, [](int a, int b) { return std::max(a, b); });
  check_halves("max.s16x2", true, [](int a, int b) { return std::max(a, b); });
  check_halves("min.relu.s16x2", true, [](int a, int b) { return std::max(0, std::min(a, b)); });
  check_halves("max.relu.s16x2", true, [](int a, int b) { return std::max(0, std::max(a, b)); });
}

int64_t part(uint64_t word, int at, int bits, bool is_signed) {
  const int64_t raw = static_cast<int64_t>(word >> at & ((uint64_t{1} << bits) - 1));
  return is_signed && raw >> (bits - 1) ? raw - (int64_t{1} << bits) : raw;
}

TEST(IntegerInstructions, DotProductsOfBytes) {
  const Values words = joined(integer_values(32), many(32, 4));
  for (const bool a_signed : {false, true}) {
    for (const bool b_signed : {false, true}) {
      const std::string types = std::string(a_signed ? "s32." : "u32.") + (b_signed ? "s32" : "u32");
      check("dp4a." + types, "4,4,4,4", tuples(words, words, {0, 5, 0xffffffff}), [&](const Inputs& in) {
        int64_t sum = static_cast<int64_t>(in[2]);
        for (int i = 0; i < 32; i += 8) sum += part(in[0], i, 8, a_signed) * part(in[1], i, 8, b_signed);
        return Outputs{static_cast<uint64_t>(sum)};
      });
      for (const int from : {0, 16}) {
        check((from ? "dp2a.hi." : "dp2a.lo.") + types, "4,4,4,4", tuples(words, words, {0, 0xffffffff}),
              [&](const Inputs& in) {
                const int64_t low = part(in[0], 0, 16, a_signed) * part(in[1], from, 8, b_signed);
                const int64_t high = part(in[0], 16, 16, a_signed) * part(in[1], from + 8, 8, b_signed);
                return Outputs{static_cast<uint64_t>(static_cast<int64_t>(in[2]) + low + high)};
              });
      }
    }
  }
}

}  // namespace instruction_integer_test
}  // namespace whet::vgpu
