// Approximate functions against the host's long double library: within about one ulp, and exact at the edges.
#include <limits>

#include "vgpu/float_oracle.h"
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_special_test {

using Function = Exact (*)(Exact);

float flushed(float a) {
  return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a;
}

// Distance in units in the last place of the format at the exact value.
double ulps(const OracleFormat& f, Exact seen, Exact exact) {
  const int exponent = exact == 0 ? 1 - f.bias() : std::max(std::ilogb(exact), 1 - f.bias());
  return static_cast<double>(std::fabs(seen - exact) / std::ldexp(1.0L, exponent - f.fraction_bits));
}

std::string wrong(const OracleFormat& f, uint64_t seen, Exact exact, double bound) {
  const uint64_t rounded = pattern_of(f, exact);
  if (seen == rounded) return "";
  const Exact value = value_of(f, seen);
  if (std::isnan(exact) || std::isnan(value) || std::isinf(exact)) return "want an edge value";
  // Overflow rounds to infinity, so measure to the value after the largest.
  const Exact finite = std::isinf(value) ? std::copysign(std::ldexp(1.0L, f.bias() + 1), value) : value;
  const double off = ulps(f, finite, exact);
  return off <= bound ? "" : "off by " + std::to_string(off) + " ulp";
}

Values patterns32() {
  Values values = joined(f32_values(), many(32, 3000));
  // The range in which the functions are used.
  for (int i = -2000; i <= 2000; ++i) values.push_back(bits_of(static_cast<float>(i) * 0.0751f));
  for (int i = -149; i <= 128; ++i) values.push_back(bits_of(static_cast<float>(i)));
  for (int i = 0; i < 200; ++i) values.push_back(0x3f800000 + i - 100);
  return values;
}

void check_function(const std::string& opcode, Function function, double bound, bool has_ftz = true) {
  for (const bool ftz : {false, true}) {
    if (ftz && !has_ftz) continue;
    judge(opcode + ".approx" + (ftz ? ".ftz" : "") + ".f32", "4,4", tuples(patterns32()),
          [&](const Inputs& in, const Outputs& out) {
            const float a = ftz ? flushed(as_f32(in[0])) : as_f32(in[0]);
            const Exact exact = function(a);
            // With flushing, a result near the smallest normal number may be on either side of it.
            const bool tiny = ftz && std::fabs(exact) < 0x1.000002p-126L;
            if (tiny && (out[0] & 0x7fffffff) == 0) return std::string();
            return wrong(k_single, out[0], exact, bound);
          });
  }
}

TEST(SpecialInstructions, PowersAndLogarithms) {
  check_function("ex2", [](Exact x) { return std::exp2(x); }, 1);
  check_function("lg2", [](Exact x) { return std::log2(x); }, 0.501);
}

TEST(SpecialInstructions, ReciprocalsAndRoots) {
  check_function("rcp", [](Exact x) { return 1 / x; }, 0.5);
  check_function("sqrt", [](Exact x) { return std::sqrt(x); }, 0.5);
  check_function("rsqrt", [](Exact x) { return 1 / std::sqrt(x); }, 0.501);
}

TEST(SpecialInstructions, CircularFunctions) {
  check_function("sin", [](Exact x) { return std::sin(x); }, 0.501);
  check_function("cos", [](Exact x) { return std::cos(x); }, 0.501);
}

TEST(SpecialInstructions, HyperbolicTangent) {
  check_function("tanh", [](Exact x) { return std::tanh(x); }, 0.501, false);
}

TEST(SpecialInstructions, EdgesAreExact) {
  const float inf = std::numeric_limits<float>::infinity();
  const uint64_t nan = 0x7fffffff;
  struct Edge {
    const char* spelling;
    float in;
    uint64_t out;
  };
  const Edge edges[] = {{"ex2.approx.f32", -inf, 0},
                        {"ex2.approx.f32", inf, bits_of(inf)},
                        {"ex2.approx.f32", 128, bits_of(inf)},
                        {"ex2.approx.f32", -149, 1},
                        {"ex2.approx.ftz.f32", -127, 0},
                        {"ex2.approx.f32", -0.0f, bits_of(1.0f)},
                        {"lg2.approx.f32", 0, bits_of(-inf)},
                        {"lg2.approx.f32", -0.0f, bits_of(-inf)},
                        {"lg2.approx.f32", -1, nan},
                        {"lg2.approx.f32", inf, bits_of(inf)},
                        {"lg2.approx.f32", 1, 0},
                        {"lg2.approx.f32", 0x1p-149f, bits_of(-149.0f)},
                        {"lg2.approx.ftz.f32", 0x1p-149f, bits_of(-inf)},
                        {"rcp.approx.f32", -0.0f, bits_of(-inf)},
                        {"rcp.approx.f32", -inf, bits_of(-0.0f)},
                        {"rcp.approx.ftz.f32", -0x1p-130f, bits_of(-inf)},
                        {"rcp.approx.ftz.f32", 0x1p127f, 0},
                        {"rcp.approx.f32.ftz", 0x1p127f, 0},  // as in some headers
                        {"rsqrt.approx.f32", 0, bits_of(inf)},
                        {"rsqrt.approx.f32", -0.0f, bits_of(-inf)},
                        {"rsqrt.approx.f32", inf, 0},
                        {"rsqrt.approx.f32", -1, nan},
                        {"sqrt.approx.f32", -0.0f, bits_of(-0.0f)},
                        {"sin.approx.f32", inf, nan},
                        {"cos.approx.f32", -inf, nan},
                        {"sin.approx.f32", -0.0f, bits_of(-0.0f)},
                        {"tanh.approx.f32", inf, bits_of(1.0f)},
                        {"tanh.approx.f32", -inf, bits_of(-1.0f)}};
  for (const Edge& edge : edges) {
    check(edge.spelling, "4,4", tuples({bits_of(edge.in)}), [&](const Inputs&) { return Outputs{edge.out}; });
  }
}

TEST(SpecialInstructions, Division) {
  const Values values = joined(f32_values(), {0x7e800000, 0x7e800001, 0x7f000000, 0xfe912345, 0x7e7fffff});
  const auto all = tuples(values, values);
  for (const bool ftz : {false, true}) {
    const auto entered = [ftz](uint64_t bits) { return ftz ? flushed(as_f32(bits)) : as_f32(bits); };
    const auto divided = [&](const Inputs& in) {
      volatile float a = entered(in[0]), b = entered(in[1]);
      const float quotient = a / b;
      return std::isnan(quotient) ? 0x7fffffff : bits_of(ftz ? flushed(quotient) : quotient);
    };
    const std::string words = ftz ? ".ftz.f32" : ".f32";
    check("div.full" + words, "4,4,4", all, [&](const Inputs& in) { return Outputs{divided(in)}; });
    check("div.approx" + words, "4,4,4", all, [&](const Inputs& in) {
      const float a = entered(in[0]), b = std::fabs(entered(in[1]));
      if (!(b > 0x1p126f) || std::isinf(b) || std::isnan(a)) return Outputs{divided(in)};
      if (std::isinf(a)) return Outputs{0x7fffffff};
      return Outputs{(in[0] ^ in[1]) & 0x80000000};
    });
  }
}

TEST(SpecialInstructions, DoubleApproximations) {
  const auto all = tuples(joined(f64_values(), many(64, 500)));
  const auto upper = [](uint64_t bits) { return as_f64(bits & 0xffffffff00000000); };
  const auto flushed64 = [](double a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0, a) : a; };
  const auto close = [&](uint64_t seen, double exact) -> std::string {
    if (seen & 0xffffffff) return "lower word is not zero";
    if (std::isnan(exact)) return seen == 0xfff8000000000000 ? "" : "want NaN";
    exact = flushed64(exact);
    if (exact == 0 || std::isinf(exact)) return seen == bits_of(exact) ? "" : "want an edge value";
    return std::fabs(as_f64(seen) / exact - 1) <= 0x1p-20 ? "" : "too far off";
  };
  judge("rcp.approx.ftz.f64", "8,8", all,
        [&](const Inputs& in, const Outputs& out) { return close(out[0], 1 / flushed64(upper(in[0]))); });
  judge("rsqrt.approx.ftz.f64", "8,8", all,
        [&](const Inputs& in, const Outputs& out) { return close(out[0], 1 / std::sqrt(flushed64(upper(in[0])))); });
  judge("rsqrt.approx.f64", "8,8", all, [&](const Inputs& in, const Outputs& out) {
    if (std::isnan(as_f64(in[0]))) return std::string(out[0] == (in[0] | uint64_t{1} << 51) ? "" : "want its payload");
    return wrong(k_double, out[0], 1 / std::sqrt(static_cast<Exact>(as_f64(in[0]))), 1.5);
  });
}

Values all_halves() {
  Values values;
  for (uint64_t i = 0; i < 0x10000; ++i) values.push_back(i);
  return values;
}

struct HalfFunction {
  const char* spelling;
  OracleFormat format;
  Function function;
  bool ftz;
};

TEST(SpecialInstructions, EveryHalf) {
  const Function exp2 = [](Exact x) { return std::exp2(x); }, tanh = [](Exact x) { return std::tanh(x); };
  const HalfFunction functions[] = {{"ex2.approx.f16", k_half, exp2, false},
                                    {"ex2.approx.ftz.bf16", k_bfloat, exp2, true},
                                    {"tanh.approx.f16", k_half, tanh, false},
                                    {"tanh.approx.bf16", k_bfloat, tanh, false}};
  for (const HalfFunction& f : functions) {
    const auto wrong_half = [&](uint64_t in, uint64_t out) -> std::string {
      const bool subnormal = f.ftz && (in & f.format.infinity()) == 0;
      const Exact exact = f.function(value_of(f.format, subnormal ? in & 0x8000 : in));
      if (f.ftz && std::fabs(exact) < 0x1p-126L) return (out & 0x7fff) == 0 ? "" : "want zero";
      return wrong(f.format, out, exact, 0.501);
    };
    judge(f.spelling, "2,2", tuples(all_halves()),
          [&](const Inputs& in, const Outputs& out) { return wrong_half(in[0], out[0]); });
    judge(std::string(f.spelling) + "x2", "4,4", tuples(many(32, 2000)), [&](const Inputs& in, const Outputs& out) {
      return wrong_half(in[0] & 0xffff, out[0] & 0xffff) + wrong_half(in[0] >> 16, out[0] >> 16);
    });
  }
}

}  // namespace instruction_special_test
}  // namespace whet::vgpu
