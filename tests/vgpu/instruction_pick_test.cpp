// min, max, abs, neg and copysign of every floating-point type.
#include "vgpu/float_oracle.h"
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_pick_test {

struct PickedType {
  std::string name;
  int bytes;
  OracleFormat format;
  Values values;
  bool has_ftz;
  bool has_nan = true;  // .NaN and .xorsign.abs
};
const PickedType k_types[] = {{"f32", 4, k_single, f32_values(), true},
                              {"f64", 8, k_double, f64_values(), false, false},
                              {"f16", 2, k_half, f16_values(), true},
                              {"bf16", 2, k_bfloat, bf16_values(), false}};

struct Style {
  bool ftz, keep_nan, xor_sign, absolute;
};

uint64_t flushed(const OracleFormat& f, uint64_t bits) {
  return (bits & f.infinity()) == 0 ? bits & f.sign() : bits;
}

// By value; zeros are compared by their signs.
uint64_t picked(const OracleFormat& f, bool smaller, const Style& style, uint64_t a, uint64_t b) {
  if (style.ftz) a = flushed(f, a), b = flushed(f, b);
  const uint64_t sign = style.xor_sign ? (a ^ b) & f.sign() : 0;
  if (style.xor_sign || style.absolute) a &= ~f.sign(), b &= ~f.sign();
  const Exact x = value_of(f, a), y = value_of(f, b);
  if (std::isnan(x) && std::isnan(y)) return f.nan;
  if (std::isnan(x) || std::isnan(y)) return style.keep_nan ? f.nan : (std::isnan(x) ? b : a) | sign;
  const bool a_is_less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
  return (a_is_less == smaller ? a : b) | sign;
}

void check_pick(const PickedType& type, bool smaller, const Style& style) {
  const std::string spelling = std::string(smaller ? "min" : "max") + (style.ftz ? ".ftz" : "") +
                               (style.keep_nan ? ".NaN" : "") + (style.xor_sign ? ".xorsign.abs" : "") + "." +
                               type.name;
  const std::string width = std::to_string(type.bytes);
  check(spelling, width + "," + width + "," + width, tuples(type.values, type.values),
        [&](const Inputs& in) { return Outputs{picked(type.format, smaller, style, in[0], in[1])}; });
  if (type.bytes != 2) return;
  const Values pairs = packed(type.values);
  check(spelling + "x2", "4,4,4", tuples(pairs, pairs), [&](const Inputs& in) {
    const uint64_t low = picked(type.format, smaller, style, in[0] & 0xffff, in[1] & 0xffff);
    return Outputs{picked(type.format, smaller, style, in[0] >> 16, in[1] >> 16) << 16 | low};
  });
}

TEST(PickInstructions, MinimumAndMaximum) {
  for (const PickedType& type : k_types) {
    for (const bool smaller : {false, true}) {
      for (int bits = 0; bits < 8; ++bits) {
        const Style style{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, false};
        if ((style.ftz && !type.has_ftz) || (bits > 1 && !type.has_nan)) continue;
        check_pick(type, smaller, style);
      }
    }
  }
}

TEST(PickInstructions, OfThree) {
  for (const bool smaller : {false, true}) {
    for (int bits = 0; bits < 8; ++bits) {
      const Style style{(bits & 1) != 0, (bits & 2) != 0, false, (bits & 4) != 0};
      const std::string spelling = std::string(smaller ? "min" : "max") + (style.ftz ? ".ftz" : "") +
                                   (style.keep_nan ? ".NaN" : "") + (style.absolute ? ".abs" : "") + ".f32";
      check(spelling, "4,4,4,4", tuples(f32_values(), f32_values(), f32_values()), [&](const Inputs& in) {
        return Outputs{picked(k_single, smaller, style, picked(k_single, smaller, style, in[0], in[1]), in[2])};
      });
    }
  }
}

TEST(PickInstructions, SignsTouchOneBit) {
  for (const PickedType& type : k_types) {
    const OracleFormat& f = type.format;
    const std::string width = std::to_string(type.bytes), operands = width + "," + width;
    const auto all = tuples(joined(type.values, many(8 * type.bytes, 100)));
    for (const bool ftz : {false, true}) {
      if (ftz && !type.has_ftz) continue;
      const std::string tail = (ftz ? ".ftz." : ".") + type.name;
      const auto entered = [&](uint64_t a) { return ftz ? flushed(f, a) : a; };
      const auto absolute = [&](uint64_t a) { return entered(a) & ~f.sign(); };
      const auto negated = [&](uint64_t a) { return entered(a) ^ f.sign(); };
      check("abs" + tail, operands, all, [&](const Inputs& in) { return Outputs{absolute(in[0])}; });
      check("neg" + tail, operands, all, [&](const Inputs& in) { return Outputs{negated(in[0])}; });
      if (type.bytes != 2) continue;
      check("abs" + tail + "x2", "4,4", tuples(packed(type.values)),
            [&](const Inputs& in) { return Outputs{absolute(in[0] >> 16) << 16 | absolute(in[0] & 0xffff)}; });
      check("neg" + tail + "x2", "4,4", tuples(packed(type.values)),
            [&](const Inputs& in) { return Outputs{negated(in[0] >> 16) << 16 | negated(in[0] & 0xffff)}; });
    }
    if (type.bytes == 2) continue;
    check("copysign." + type.name, operands + "," + width, tuples(type.values, type.values),
          [&](const Inputs& in) { return Outputs{(in[0] & f.sign()) | (in[1] & ~f.sign())}; });
  }
}

}  // namespace instruction_pick_test
}  // namespace whet::vgpu
