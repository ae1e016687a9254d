// cvt to and from packed and small floating-point types, tf32, and cvt.pack.
#include "vgpu/float_oracle.h"
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_packed_convert_test {

// An element of a packed type, defined by its table of values.
struct SmallType {
  std::string name;     // of the packed type
  OracleFormat format;  // e4m3 and smaller formats use their highest exponent for numbers
  uint64_t largest;     // finite
  uint64_t nan;         // 0: none; a NaN becomes the largest number
  int step;             // bits from one element to the next
  int bytes() const { return step == 4 ? 2 : step / 4; }
};
const SmallType k_small[] = {{"e4m3x2", {4, 3, false}, 0x7e, 0x7f, 8},
                             {"e5m2x2", {5, 2, true}, 0x7b, 0x7f, 8},
                             {"e2m1x2", {2, 1, false}, 0x7, 0, 4},
                             {"e2m3x2", {2, 3, false}, 0x1f, 0, 8},
                             {"e3m2x2", {3, 2, false}, 0x1f, 0, 8}};

Exact small_value(const SmallType& type, uint64_t bits) {
  if (type.nan && (bits & (type.format.sign() - 1)) == type.nan) return std::numeric_limits<Exact>::quiet_NaN();
  return value_of(type.format, bits);
}

// The nearest by search over all finite patterns, ties to even; a value that is too large becomes the largest.
uint64_t nearest(const SmallType& type, Exact x) {
  if (std::isnan(x)) return type.nan ? type.nan : type.largest;
  uint64_t best = 0;
  for (uint64_t bits = 1; bits <= type.largest; ++bits) {
    const Exact off = std::fabs(small_value(type, bits) - std::fabs(x)),
                least = std::fabs(small_value(type, best) - std::fabs(x));
    if (off < least || (off == least && bits % 2 == 0)) best = bits;
  }
  if (std::fabs(x) > small_value(type, type.largest)) best = type.largest;
  return best | (std::signbit(x) ? type.format.sign() : 0);
}
uint64_t nearest_relu(const SmallType& type, Exact x) {
  return !std::isnan(x) && std::signbit(x) ? 0 : nearest(type, x);
}

Values singles() {
  Values values = f32_values();
  for (int i = 0; i < 300; ++i) values.push_back(bits_of(std::ldexp(static_cast<float>(i - 150) / 16, i % 23 - 14)));
  for (const float x :
       {448.0f, 464.0f, 465.0f, 57344.0f, 61440.0f, 61439.0f, 6.0f, 5.0f, 0.25f, 0.75f, 0.125f, 7.5f, 28.0f})
    values.push_back(bits_of(x)), values.push_back(bits_of(-x));
  return values;
}
std::vector<Inputs> pairs_of(const Values& values) {
  std::vector<Inputs> all;
  for (size_t i = 0; i < values.size(); ++i) all.push_back({values[i], values[(i * 7 + 3) % values.size()]});
  return all;
}

TEST(PackedConversions, SmallFloatsFromSingles) {
  for (const SmallType& type : k_small) {
    for (const bool relu : {false, true}) {
      const auto element = relu ? nearest_relu : nearest;
      check("cvt.rn.satfinite" + std::string(relu ? ".relu." : ".") + type.name + ".f32",
            std::to_string(type.bytes()) + ",4,4", pairs_of(singles()), [&](const Inputs& in) {
              return Outputs{element(type, as_f32(in[0])) << type.step | element(type, as_f32(in[1]))};
            });
    }
  }
}

TEST(PackedConversions, SmallFloatsFromHalves) {
  const Values halves = joined(packed(f16_values()), many(32, 400));
  for (const SmallType& type : k_small) {
    check("cvt.rn.satfinite." + type.name + ".f16x2", std::to_string(type.bytes()) + ",4", tuples(halves),
          [&](const Inputs& in) {
            return Outputs{nearest(type, f16_value(in[0] >> 16)) << type.step | nearest(type, f16_value(in[0]))};
          });
  }
}

TEST(PackedConversions, HalvesFromSmallFloats) {
  for (const SmallType& type : k_small) {
    Values patterns;
    const uint64_t all = uint64_t{1} << (1 + type.format.exponent_bits + type.format.fraction_bits);
    for (uint64_t i = 0; i < all; ++i) patterns.push_back(i | (all - 1 - i) << type.step);
    for (const bool relu : {false, true}) {
      const auto half = [&](uint64_t bits) {
        const Exact x = small_value(type, bits & (all - 1));
        return relu && !std::isnan(x) && std::signbit(x) ? 0 : pattern_of(k_half, x);
      };
      check("cvt.rn" + std::string(relu ? ".relu" : "") + ".f16x2." + type.name, "4," + std::to_string(type.bytes()),
            tuples(patterns), [&](const Inputs& in) { return Outputs{half(in[0] >> type.step) << 16 | half(in[0])}; });
    }
  }
}

TEST(PackedConversions, HalvesFromSingles) {
  struct Target {
    const char* name;
    OracleFormat format;
  };
  for (const Target& target : {Target{"f16x2", k_half}, Target{"bf16x2", k_bfloat}}) {
    for (const char mode : {'n', 'z'}) {
      for (const bool relu : {false, true}) {
        for (const bool finite : {false, true}) {
          const auto half = [&](uint64_t bits) {
            const Exact x = as_f32(bits);
            uint64_t pattern = pattern_of(target.format, x, mode);
            if (finite && (pattern & 0x7fff) == target.format.infinity()) pattern -= 1;
            return relu && !std::isnan(x) && std::signbit(x) ? 0 : pattern;
          };
          const std::string words = std::string(".r") + mode + (relu ? ".relu" : "") + (finite ? ".satfinite" : "");
          check("cvt" + words + "." + target.name + ".f32", "4,4,4", pairs_of(joined(singles(), many(32, 2000))),
                [&](const Inputs& in) { return Outputs{half(in[0]) << 16 | half(in[1])}; });
        }
      }
    }
  }
}

TEST(PackedConversions, TensorFloats) {
  const OracleFormat tf32 = {8, 10, true, 0x3ffff};
  const Values values = joined(singles(), joined(many(32, 1000), {0x3f801000, 0x3f803000, 0xbf801000, 0x7f7ff000}));
  for (const std::string word : {"rn", "rz", "rna"}) {
    for (const bool relu : {false, true}) {
      for (const bool finite : {false, true}) {
        if (word == "rna" && relu) continue;
        check("cvt." + word + (finite ? ".satfinite" : "") + (relu ? ".relu" : "") + ".tf32.f32", "4,4", tuples(values),
              [&](const Inputs& in) {
                const Exact x = as_f32(in[0]);
                uint64_t bits = pattern_of(tf32, x, word == "rna" ? 'a' : word[1]);
                if (finite && (bits & 0x3ffff) == tf32.infinity()) bits -= 1;
                if (relu && !std::isnan(x) && std::signbit(x)) bits = 0;
                return Outputs{bits << 13};
              });
      }
    }
  }
}

TEST(PackedConversions, PowersOfTwo) {
  for (const bool up : {false, true}) {
    for (const bool finite : {false, true}) {
      const auto scale = [&](Exact x) -> uint64_t {
        if (std::isnan(x)) return 0xff;
        if (std::isinf(x)) return finite ? 0xfe : 0xff;
        if (std::fabs(x) <= 0x1p-127L) return 0;
        const int exponent = std::ilogb(x) + (up && std::fabs(x) > std::ldexp(1.0L, std::ilogb(x)) ? 1 : 0);
        const int biased = std::max(exponent + 127, 0);
        return biased >= 0xff ? (finite ? 0xfe : 0xff) : static_cast<uint64_t>(biased);
      };
      const std::string words = std::string(up ? ".rp" : ".rz") + (finite ? ".satfinite" : "") + ".ue8m0x2";
      check("cvt" + words + ".f32", "2,4,4", pairs_of(joined(f32_values(), many(32, 1000))),
            [&](const Inputs& in) { return Outputs{scale(as_f32(in[0])) << 8 | scale(as_f32(in[1]))}; });
      check("cvt" + words + ".bf16x2", "2,4", tuples(joined(packed(bf16_values()), many(32, 1000))),
            [&](const Inputs& in) { return Outputs{scale(bf16_value(in[0] >> 16)) << 8 | scale(bf16_value(in[0]))}; });
    }
  }
  check("cvt.rn.bf16x2.ue8m0x2", "4,2", tuples(many(16, 300)), [](const Inputs& in) {
    const auto element = [](uint64_t byte) {
      return byte == 0xff ? uint64_t{0x7fff} : pattern_of(k_bfloat, std::ldexp(1.0L, static_cast<int>(byte) - 127));
    };
    return Outputs{element(in[0] >> 8 & 0xff) << 16 | element(in[0] & 0xff)};
  });
}

TEST(PackedConversions, PackSaturates) {
  const Values values = {0,   1,     7,     8,     15,    16,         127,        128,        255,
                         256, 32767, 32768, 65535, 65536, 0x7fffffff, 0x80000000, 0xffffffff, 0xffff7fff};
  for (const char letter : {'u', 's'}) {
    for (const int bits : {2, 4, 8, 16}) {
      const auto clamped = [&](uint64_t raw) {
        const int64_t high = (int64_t{1} << (letter == 's' ? bits - 1 : bits)) - 1, low = letter == 's' ? -high - 1 : 0;
        const int64_t value = static_cast<int32_t>(raw);
        return static_cast<uint64_t>(value < low ? low : value > high ? high : value) & ((uint64_t{1} << bits) - 1);
      };
      const std::string spelling = std::string("cvt.pack.sat.") + letter + std::to_string(bits) + ".s32";
      if (bits == 16) {
        check(spelling, "4,4,4", tuples(values, values),
              [&](const Inputs& in) { return Outputs{clamped(in[0]) << 16 | clamped(in[1])}; });
      } else {
        check(spelling + ".b32", "4,4,4,4", tuples(values, values, {0, 0x12345678, 0xffffffff}),
              [&](const Inputs& in) { return Outputs{in[2] << (2 * bits) | clamped(in[0]) << bits | clamped(in[1])}; });
      }
    }
  }
}

TEST(PackedConversions, StochasticRoundingIsRefused) {
  InstructionRun run("cvt.rs.f16x2.f32", "4,4,4,4");
  EXPECT_NE(run.decode(false, 0).find("cvt.rs.f16x2.f32"), std::string::npos);
}

}  // namespace instruction_packed_convert_test
}  // namespace whet::vgpu
