// Bit fields, shifts, permutes, carries and video instructions, bit by bit as in the PTX manual's pseudocode.
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_bits_test {

uint64_t sign_extended(uint64_t value, int bits) {
  return value >> (bits - 1) & 1 ? value | ~((uint64_t{1} << (bits - 1)) - 1) : value;
}
int bit(uint64_t value, int at) {
  return static_cast<int>(value >> at & 1);
}

std::string spelled(const char* opcode, char letter, int bits) {
  return std::string(opcode) + letter + std::to_string(bits);
}
std::string same(int bits, int sources) {
  std::string text = std::to_string(bits / 8);
  for (int i = 0; i < sources; ++i) text += "," + std::to_string(bits / 8);
  return text;
}

TEST(BitInstructions, Logic) {
  for (const int bits : {16, 32, 64}) {
    const Values values = integer_values(bits);
    const auto pairs = tuples(values, values);
    check(spelled("and.", 'b', bits), same(bits, 2), pairs, [](const Inputs& in) { return Outputs{in[0] & in[1]}; });
    check(spelled("or.", 'b', bits), same(bits, 2), pairs, [](const Inputs& in) { return Outputs{in[0] | in[1]}; });
    check(spelled("xor.", 'b', bits), same(bits, 2), pairs, [](const Inputs& in) { return Outputs{in[0] ^ in[1]}; });
    check(spelled("not.", 'b', bits), same(bits, 1), tuples(values), [](const Inputs& in) { return Outputs{~in[0]}; });
    check(spelled("cnot.", 'b', bits), same(bits, 1), tuples(values),
          [](const Inputs& in) { return Outputs{in[0] == 0}; });
  }
}

TEST(BitInstructions, ShiftsPastTheWidthShiftEverythingOut) {
  for (const int bits : {16, 32, 64}) {
    const std::string operands = same(bits, 1) + ",4";
    const auto pairs = tuples(integer_values(bits), shift_amounts());
    const auto right = [&](uint64_t fill, const Inputs& in) {
      uint64_t result = 0;
      for (int i = 0; i < bits; ++i) {
        const uint64_t from = i + in[1];
        result |= (from < static_cast<uint64_t>(bits) ? in[0] >> from & 1 : fill) << i;
      }
      return Outputs{result};
    };
    check(spelled("shl.", 'b', bits), operands, pairs, [&](const Inputs& in) {
      uint64_t result = 0;
      for (int i = 0; i < bits; ++i) {
        if (i + in[1] < static_cast<uint64_t>(bits)) result |= (in[0] >> i & 1) << (i + in[1]);
      }
      return Outputs{result};
    });
    for (const char letter : {'b', 'u'}) {
      check(spelled("shr.", letter, bits), operands, pairs, [&](const Inputs& in) { return right(0, in); });
    }
    check(spelled("shr.", 's', bits), operands, pairs,
          [&](const Inputs& in) { return right(in[0] >> (bits - 1) & 1, in); });
  }
}

TEST(BitInstructions, FunnelShifts) {
  const auto triples = tuples(integer_values(32), integer_values(32), shift_amounts());
  for (const bool wrap : {false, true}) {
    const auto amount = [wrap](uint64_t c) { return static_cast<int>(wrap ? c % 32 : std::min<uint64_t>(c, 32)); };
    const std::string mode = wrap ? "wrap" : "clamp";
    check("shf.l." + mode + ".b32", "4,4,4,4", triples, [&](const Inputs& in) {
      uint64_t result = 0;
      const uint64_t both = in[1] << 32 | in[0];
      for (int i = 0; i < 32; ++i) result |= (both >> (32 + i - amount(in[2])) & 1) << i;
      return Outputs{result};
    });
    check("shf.r." + mode + ".b32", "4,4,4,4", triples, [&](const Inputs& in) {
      uint64_t result = 0;
      const uint64_t both = in[1] << 32 | in[0];
      for (int i = 0; i < 32; ++i) result |= (both >> (i + amount(in[2])) & 1) << i;
      return Outputs{result};
    });
  }
}

TEST(BitInstructions, Counts) {
  for (const int bits : {32, 64}) {
    const std::string operands = "4," + std::to_string(bits / 8);
    const auto values = tuples(joined(integer_values(bits), many(bits, 64)));
    check(spelled("popc.", 'b', bits), operands, values, [&](const Inputs& in) {
      uint64_t count = 0;
      for (int i = 0; i < bits; ++i) count += bit(in[0], i);
      return Outputs{count};
    });
    check(spelled("clz.", 'b', bits), operands, values, [&](const Inputs& in) {
      int at = bits - 1;
      while (at >= 0 && !bit(in[0], at)) --at;
      return Outputs{static_cast<uint64_t>(bits - 1 - at)};
    });
    check(spelled("brev.", 'b', bits), same(bits, 1), values, [&](const Inputs& in) {
      uint64_t result = 0;
      for (int i = 0; i < bits; ++i) result |= static_cast<uint64_t>(bit(in[0], i)) << (bits - 1 - i);
      return Outputs{result};
    });
    for (const char letter : {'u', 's'}) {
      const auto found = [&, letter](uint64_t a) {
        if (letter == 's' && bit(a, bits - 1)) a = ~a;
        int at = bits - 1;
        while (at >= 0 && !bit(a, at)) --at;
        return at;
      };
      check(spelled("bfind.", letter, bits), operands, values,
            [&](const Inputs& in) { return Outputs{static_cast<uint64_t>(found(in[0]))}; });
      check(spelled("bfind.shiftamt.", letter, bits), operands, values, [&](const Inputs& in) {
        const int at = found(in[0]);
        return Outputs{static_cast<uint64_t>(at < 0 ? -1 : bits - 1 - at)};
      });
    }
  }
}

TEST(BitInstructions, Fields) {
  const Values places = {0, 1, 5, 16, 31, 32, 40, 63, 64, 255, 256 + 3, 0xffffffff};
  for (const int bits : {32, 64}) {
    const Values values = integer_values(bits);
    for (const char letter : {'u', 's'}) {
      check(spelled("bfe.", letter, bits), same(bits, 1) + ",4,4", tuples(values, places, places),
            [&](const Inputs& in) {
              const int pos = static_cast<int>(in[1] & 0xff), len = static_cast<int>(in[2] & 0xff), msb = bits - 1;
              const int sbit = letter == 'u' || len == 0 ? 0 : bit(in[0], std::min(pos + len - 1, msb));
              uint64_t d = 0;
              for (int i = 0; i <= msb; ++i) {
                d |= static_cast<uint64_t>(i < len && pos + i <= msb ? bit(in[0], pos + i) : sbit) << i;
              }
              return Outputs{d};
            });
    }
    check(spelled("bfi.", 'b', bits), same(bits, 2) + ",4,4",
          tuples(values, {0, 0x123456789abcdef, ~uint64_t{0}}, places, places), [&](const Inputs& in) {
            const int pos = static_cast<int>(in[2] & 0xff), len = static_cast<int>(in[3] & 0xff);
            uint64_t f = in[1];
            for (int i = 0; i < len && pos + i < bits; ++i) {
              f = (f & ~(uint64_t{1} << (pos + i))) | static_cast<uint64_t>(bit(in[0], i)) << (pos + i);
            }
            return Outputs{f};
          });
  }
}

TEST(BitInstructions, MasksAndExtensions) {
  const auto pairs = tuples(shift_amounts(), shift_amounts());
  for (const bool wrap : {false, true}) {
    const std::string mode = wrap ? "wrap" : "clamp";
    check("bmsk." + mode + ".b32", "4,4,4", pairs, [&](const Inputs& in) {
      const uint64_t from = wrap ? in[0] % 32 : in[0], width = wrap ? in[1] % 32 : in[1];
      uint64_t mask = 0;
      for (uint64_t i = 0; i < 32; ++i) mask |= static_cast<uint64_t>(i >= from && i < from + width) << i;
      return Outputs{mask};
    });
    for (const char letter : {'u', 's'}) {
      check(spelled(("szext." + mode + ".").c_str(), letter, 32), "4,4,4", tuples(integer_values(32), shift_amounts()),
            [&](const Inputs& in) {
              if (!wrap && in[1] >= 32) return Outputs{in[0]};
              const int width = static_cast<int>(in[1] % 32);
              if (width == 0) return Outputs{0};
              const uint64_t low = in[0] & ((uint64_t{1} << width) - 1);
              return Outputs{letter == 's' ? sign_extended(low, width) : low};
            });
    }
  }
}

TEST(BitInstructions, NthSetBit) {
  const Values masks = {0, 1, 0x80000000, 0xffffffff, 0x00f0a501, 0x12345678};
  const Values offsets = {0, 1, 2, 5, 32, 33, 0xffffffff, 0xfffffffe, 0xffffffe0, 0x80000000, 0x7fffffff};
  check("fns.b32", "4,4,4,4", tuples(masks, {0, 1, 7, 16, 31}, offsets), [](const Inputs& in) {
    const int offset = static_cast<int32_t>(in[2]);
    if (offset == 0) return Outputs{bit(in[0], static_cast<int>(in[1])) ? in[1] : 0xffffffff};
    int64_t count = std::abs(static_cast<int64_t>(offset)) - 1;
    for (int pos = static_cast<int>(in[1]); pos >= 0 && pos < 32; pos += offset > 0 ? 1 : -1) {
      if (bit(in[0], pos) && count-- == 0) return Outputs{static_cast<uint64_t>(pos)};
    }
    return Outputs{0xffffffff};
  });
}

int byte_of(const Inputs& in, int which) {
  return static_cast<int>((which < 4 ? in[0] >> 8 * which : in[1] >> 8 * (which - 4)) & 0xff);
}

TEST(BitInstructions, Permutes) {
  const Values selectors = {0x3210, 0x7654, 0x0123, 0xfedc, 0x8888, 0x4004, 0, 1, 2, 3, 0xffff};
  const auto triples = tuples({0x03020180, 0xffeeddcc, 0x12f456f8}, {0x77f6f504, 0xaabbccdd}, selectors);
  check("prmt.b32", "4,4,4,4", triples, [](const Inputs& in) {
    uint64_t d = 0;
    for (int i = 0; i < 4; ++i) {
      const int nibble = static_cast<int>(in[2] >> (4 * i) & 0xf), byte = byte_of(in, nibble & 7);
      d |= static_cast<uint64_t>(nibble & 8 ? (byte & 0x80 ? 0xff : 0) : byte) << (8 * i);
    }
    return Outputs{d};
  });
  struct Mode {
    const char* name;
    int (*byte)(int selector, int i);
  };
  const Mode modes[] = {{"f4e", [](int n, int i) { return n + i; }},
                        {"b4e", [](int n, int i) { return (n + 8 - i) % 8; }},
                        {"rc8", [](int n, int) { return n; }},
                        {"ecl", [](int n, int i) { return std::max(n, i); }},
                        {"ecr", [](int n, int i) { return std::min(n, i); }},
                        {"rc16", [](int n, int i) { return 2 * (n & 1) + (i & 1); }}};
  for (const Mode& mode : modes) {
    check(std::string("prmt.b32.") + mode.name, "4,4,4,4", triples, [&](const Inputs& in) {
      uint64_t d = 0;
      for (int i = 0; i < 4; ++i) {
        d |= static_cast<uint64_t>(byte_of(in, mode.byte(static_cast<int>(in[2] & 3), i))) << (8 * i);
      }
      return Outputs{d};
    });
  }
}

TEST(BitInstructions, AnyFunctionOfThreeBits) {
  const Values values = {0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa, 0x12345678, 0, 0xffffffff};
  for (const int table : {0x00, 0x01, 0x80, 0x96, 0xe8, 0xf8, 0x3c, 0xca, 0xff, 0x1d}) {
    const auto looked_up = [table](const Inputs& in) {
      uint64_t d = 0;
      for (int i = 0; i < 32; ++i) {
        d |= static_cast<uint64_t>(table >> (4 * bit(in[0], i) + 2 * bit(in[1], i) + bit(in[2], i)) & 1) << i;
      }
      return d;
    };
    const std::string number = "#" + std::to_string(table);
    check("lop3.b32", "4,4,4,4," + number, tuples(values, values, values),
          [&](const Inputs& in) { return Outputs{looked_up(in)}; });
    const auto with_predicate = tuples(values, values, values, {0, 1});
    check("lop3.or.b32", "4|p,4,4,4," + number + ",p", with_predicate,
          [&](const Inputs& in) { return Outputs{looked_up(in), looked_up(in) != 0 || in[3]}; });
    check("lop3.and.b32", "4|p,4,4,4," + number + ",!p", with_predicate,
          [&](const Inputs& in) { return Outputs{looked_up(in), looked_up(in) != 0 && !in[3]}; });
  }
}

}  // namespace instruction_bits_test
}  // namespace whet::vgpu
