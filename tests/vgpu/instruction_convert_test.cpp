// cvt between all integer and floating-point types against exact host values.
#include "vgpu/float_oracle.h"
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_convert_test {

struct NumberType {
  std::string name;
  int bits;
  bool is_signed = false;
  const OracleFormat* format = nullptr;  // null: an integer
  Values values;

  bool is_float() const { return format != nullptr; }
  int bytes() const { return bits < 16 ? 2 : bits / 8; }
  uint64_t cut(uint64_t raw) const { return bits == 64 ? raw : raw & ((uint64_t{1} << bits) - 1); }
  Exact value(uint64_t raw) const {
    raw = cut(raw);
    if (format) return value_of(*format, raw);
    const bool negative = is_signed && raw >> (bits - 1);
    return negative ? static_cast<Exact>(raw) - std::ldexp(1.0L, bits) : static_cast<Exact>(raw);
  }
  // The pattern of an integer value that fits, extended to a wider register.
  uint64_t extended(uint64_t raw) const {
    raw = cut(raw);
    return is_signed && raw >> (bits - 1) && bits < 64 ? raw | ~uint64_t{0} << bits : raw;
  }
};

Values integers_for(int bits) {
  return joined(integer_values(bits), joined(many(bits, 40), {0xffffff, 0x1000001, 65519, 65520}));
}
// Patterns with values near the limits of integers, and near halves.
Values floats_for(const OracleFormat& f, Values values, int bits) {
  for (const Exact x : {0.5L,
                        1.5L,
                        2.5L,
                        -0.5L,
                        -1.5L,
                        0.75L,
                        -0.25L,
                        127.5L,
                        128.5L,
                        254.5L,
                        255.5L,
                        -128.5L,
                        32767.5L,
                        65535.5L,
                        2147483520.0L,
                        2147483648.0L,
                        -2147483648.0L,
                        4294967040.0L,
                        4294967296.0L,
                        9223372036854775807.0L,
                        18446744073709551615.0L,
                        1e10L,
                        -1e10L,
                        1e19L,
                        3e38L,
                        65504.0L,
                        65520.0L,
                        1e-7L,
                        1.00048828125L}) {
    values.push_back(pattern_of(f, x));
    values.push_back(pattern_of(f, x, 'z'));
  }
  return joined(values, many(bits, 200));
}

const std::vector<NumberType>& integer_types() {
  static const std::vector<NumberType> types = {
      {"u8", 8, false, nullptr, integers_for(8)},    {"s8", 8, true, nullptr, integers_for(8)},
      {"u16", 16, false, nullptr, integers_for(16)}, {"s16", 16, true, nullptr, integers_for(16)},
      {"u32", 32, false, nullptr, integers_for(32)}, {"s32", 32, true, nullptr, integers_for(32)},
      {"u64", 64, false, nullptr, integers_for(64)}, {"s64", 64, true, nullptr, integers_for(64)}};
  return types;
}
const std::vector<NumberType>& float_types() {
  static const std::vector<NumberType> types = {{"f16", 16, true, &k_half, floats_for(k_half, f16_values(), 16)},
                                                {"bf16", 16, true, &k_bfloat, floats_for(k_bfloat, bf16_values(), 16)},
                                                {"f32", 32, true, &k_single, floats_for(k_single, f32_values(), 32)},
                                                {"f64", 64, true, &k_double, floats_for(k_double, f64_values(), 64)}};
  return types;
}

std::string operands(int to, int from) {
  return std::to_string(to) + "," + std::to_string(from);
}

uint64_t clamped_integer(const NumberType& to, Exact x) {
  const Exact low = to.is_signed ? -std::ldexp(1.0L, to.bits - 1) : 0;
  const Exact high = std::ldexp(1.0L, to.is_signed ? to.bits - 1 : to.bits);
  if (x < low) x = low;
  if (x >= high) return to.extended(~uint64_t{0} >> (64 - to.bits + (to.is_signed ? 1 : 0)));
  return to.extended(x < 0 ? 0 - static_cast<uint64_t>(-x) : static_cast<uint64_t>(x));
}

// Registers as wide as the type, and wider ones.
std::vector<int> registers_for(const NumberType& type) {
  std::vector<int> widths;
  for (const int bytes : {2, 4, 8}) {
    if (bytes >= type.bytes()) widths.push_back(bytes);
  }
  return widths;
}
// The bits above a narrow value in its register do not matter.
std::vector<Inputs> in_registers(const NumberType& type, int bytes) {
  std::vector<Inputs> all = tuples(type.values);
  if (8 * bytes == type.bits) return all;
  for (size_t i = 0; i < all.size(); i += 2) all[i][0] |= ~uint64_t{0} << type.bits;
  return all;
}

TEST(ConvertInstructions, IntegersToIntegers) {
  for (const NumberType& to : integer_types()) {
    for (const NumberType& from : integer_types()) {
      for (const int to_bytes : registers_for(to)) {
        for (const int from_bytes : registers_for(from)) {
          const auto all = in_registers(from, from_bytes);
          check("cvt." + to.name + "." + from.name, operands(to_bytes, from_bytes), all,
                [&](const Inputs& in) { return Outputs{to.extended(from.extended(in[0]))}; });
          check("cvt.sat." + to.name + "." + from.name, operands(to_bytes, from_bytes), all,
                [&](const Inputs& in) { return Outputs{clamped_integer(to, from.value(in[0]))}; });
        }
      }
    }
  }
}

bool is_subnormal(const NumberType& type, uint64_t raw) {
  return (raw & type.format->infinity()) == 0 && (raw & (type.format->sign() - 1)) != 0;
}

TEST(ConvertInstructions, FloatsToIntegers) {
  for (const NumberType& from : float_types()) {
    for (const NumberType& to : integer_types()) {
      if (from.name == "bf16" && to.bits == 8) continue;
      for (const char mode : {'n', 'z', 'm', 'p'}) {
        for (const bool ftz : {false, true}) {
          if (ftz && from.name != "f32") continue;
          const std::string spelling =
              std::string("cvt.r") + mode + "i" + (ftz ? ".ftz." : ".") + to.name + "." + from.name;
          for (const int to_bytes : registers_for(to)) {
            check(spelling, operands(to_bytes, from.bytes()), tuples(from.values), [&](const Inputs& in) {
              Exact x = from.value(in[0]);
              if (ftz && is_subnormal(from, in[0])) x = 0;
              if (std::isnan(x)) {
                const bool wide = from.name == "f64" || to.bits == 64;
                return Outputs{wide ? to.extended(uint64_t{1} << (to.bits - 1)) : 0};
              }
              return Outputs{clamped_integer(to, integer_near(x, mode))};
            });
          }
        }
      }
    }
  }
}

TEST(ConvertInstructions, IntegersToFloats) {
  for (const NumberType& from : integer_types()) {
    for (const NumberType& to : float_types()) {
      if (to.name == "bf16" && from.bits == 8) continue;
      for (const char mode : {'n', 'z', 'm', 'p'}) {
        for (const int from_bytes : registers_for(from)) {
          const std::string tail = to.name + "." + from.name;
          check(std::string("cvt.r") + mode + "." + tail, operands(to.bytes(), from_bytes),
                in_registers(from, from_bytes),
                [&](const Inputs& in) { return Outputs{pattern_of(*to.format, from.value(in[0]), mode)}; });
        }
        if (to.name == "bf16") continue;
        check(std::string("cvt.r") + mode + ".sat." + to.name + "." + from.name, operands(to.bytes(), from.bytes()),
              tuples(from.values), [&](const Inputs& in) {
                const Exact x = from.value(in[0]);
                return Outputs{pattern_of(*to.format, x > 0 ? std::min<Exact>(x, 1) : 0)};
              });
      }
    }
  }
}

uint64_t flushed(const NumberType& type, uint64_t raw) {
  return is_subnormal(type, raw) ? raw & type.format->sign() : raw;
}

// f64 keeps the payload of a NaN, made quiet.
uint64_t nan_for(const NumberType& to, const NumberType& from, uint64_t raw) {
  if (to.name != "f64") return to.format->nan;
  const int shift = 52 - from.format->fraction_bits;
  const uint64_t payload = (raw & ((uint64_t{1} << from.format->fraction_bits) - 1)) << shift;
  return (raw & from.format->sign() ? uint64_t{1} << 63 : 0) | 0x7ff8000000000000 | payload;
}

struct FloatForm {
  bool ftz, sat, relu, finite;
  char mode;
  bool integral = false;
};
uint64_t wanted(const NumberType& to, const NumberType& from, const FloatForm& form, uint64_t raw) {
  if (form.ftz && from.name == "f32") raw = flushed(from, raw);
  Exact x = from.value(raw);
  if (std::isnan(x)) return form.sat ? 0 : nan_for(to, from, raw);
  if (form.integral) x = std::copysign(integer_near(x, form.mode), x);
  uint64_t bits = pattern_of(*to.format, x, form.mode);
  if (form.ftz && to.name == "f32") bits = flushed(to, bits);
  const bool infinite = (bits & (to.format->sign() - 1)) == to.format->infinity();
  if (form.finite && infinite) bits -= 1;
  if (form.relu && std::signbit(x)) return 0;
  if (!form.sat) return bits;
  const Exact result = to.value(bits);
  return result > 0 ? pattern_of(*to.format, std::min<Exact>(result, 1)) : 0;
}

void check_form(const NumberType& to, const NumberType& from, const std::string& words, const FloatForm& form) {
  check("cvt" + words + "." + to.name + "." + from.name, operands(to.bytes(), from.bytes()), tuples(from.values),
        [&](const Inputs& in) { return Outputs{wanted(to, from, form, in[0])}; });
}

TEST(ConvertInstructions, FloatsToFloats) {
  for (const NumberType& to : float_types()) {
    for (const NumberType& from : float_types()) {
      const bool narrower =
          to.format->fraction_bits < from.format->fraction_bits || (to.name == "f16" && from.name == "bf16");
      for (const char mode : {'n', 'z', 'm', 'p'}) {
        const std::string round = narrower ? std::string(".r") + mode : "";
        for (const bool ftz : {false, true}) {
          for (const bool sat : {false, true}) {
            check_form(to, from, round + (ftz ? ".ftz" : "") + (sat ? ".sat" : ""), {ftz, sat, false, false, mode});
          }
        }
        if (!narrower) break;
      }
    }
  }
}

TEST(ConvertInstructions, IntegralFloats) {
  for (const NumberType& type : float_types()) {
    for (const char mode : {'n', 'z', 'm', 'p'}) {
      const std::string round = std::string(".r") + mode + "i";
      check_form(type, type, round, {false, false, false, false, mode, true});
      check_form(type, type, round + ".sat", {false, true, false, false, mode, true});
      if (type.name == "f32") check_form(type, type, round + ".ftz", {true, false, false, false, mode, true});
    }
  }
}

TEST(ConvertInstructions, ClampedNarrowFloats) {
  const NumberType& f32 = float_types()[2];
  for (const NumberType& to : {float_types()[0], float_types()[1]}) {
    for (const char mode : {'n', 'z'}) {
      const std::string round = std::string(".r") + mode;
      check_form(to, f32, round + ".relu", {false, false, true, false, mode});
      check_form(to, f32, round + ".satfinite", {false, false, false, true, mode});
      check_form(to, f32, round + ".relu.satfinite", {false, false, true, true, mode});
    }
  }
}

}  // namespace instruction_convert_test
}  // namespace whet::vgpu
