// f16 and bf16 arithmetic against exact sums and products.
#include "vgpu/float_oracle.h"
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_half_test {

struct HalfType {
  std::string name;
  OracleFormat format;
  Values values;
};
const HalfType k_types[] = {{"f16", k_half, f16_values()}, {"bf16", k_bfloat, bf16_values()}};

double value(const HalfType& type, uint64_t bits) {
  return static_cast<double>(value_of(type.format, bits & 0xffff));
}

// p + c, or the IEEE result if a term is not finite.
std::string wrong_sum(const HalfType& type, uint64_t seen, double p, double c) {
  const double rough = p + c;
  if (std::isnan(rough)) return seen == type.format.nan ? "" : "want NaN";
  if (std::isinf(rough)) return seen == pattern_of(type.format, rough) ? "" : "want infinity";
  if (rough == 0 && ExactSum().add(p).add(c).sign() == 0) {
    return seen == pattern_of(type.format, rough) ? "" : "want a zero of the other sign";
  }
  return is_nearest(type.format, seen, p, c) ? "" : "not the nearest";
}

using Terms = std::pair<double, double>;  // the result is their sum
struct Operation {
  const char* opcode;
  int sources;
  Terms (*terms)(double a, double b, double c);
};
const Operation k_operations[] = {{"add", 2, [](double a, double b, double) { return Terms(a, b); }},
                                  {"sub", 2, [](double a, double b, double) { return Terms(a, -b); }},
                                  // Adding a zero with the product's sign changes nothing.
                                  {"mul", 2, [](double a, double b, double) { return Terms(a * b, a * b * 0); }},
                                  {"fma", 3, [](double a, double b, double c) { return Terms(a * b, c); }}};

std::vector<Inputs> inputs_for(const HalfType& type, int sources) {
  std::vector<Inputs> all =
      sources == 2 ? tuples(type.values, type.values) : tuples(type.values, type.values, type.values);
  const Values more = many(16, 3000);
  for (size_t i = 0; i + 2 < more.size(); ++i) all.push_back({more[i], more[i + 1], more[i + 2]});
  // Near one and with close exponents, where rounding is most difficult.
  for (size_t i = 0; i + 2 < more.size(); ++i) {
    const uint64_t near = type.format.infinity() / 2;
    all.push_back({near + more[i] % 0x800, near ^ more[i + 1] % 0x900, near + more[i + 2] % 0x700 - 0x380});
  }
  return all;
}

Terms terms_of(const HalfType& type, const Operation& operation, const Inputs& in, int at) {
  Terms terms = operation.terms(value(type, in[0] >> at), value(type, in[1] >> at), value(type, in[2] >> at));
  if (!std::isfinite(terms.second) && operation.opcode == std::string("mul")) terms.second = terms.first;
  return terms;
}

TEST(HalfInstructions, RoundedOnce) {
  for (const HalfType& type : k_types) {
    for (const Operation& operation : k_operations) {
      const std::string narrow = operation.sources == 2 ? "2,2,2" : "2,2,2,2";
      judge(operation.opcode + std::string(".rn.") + type.name, narrow, inputs_for(type, operation.sources),
            [&](const Inputs& in, const Outputs& out) {
              const Terms terms = terms_of(type, operation, in, 0);
              return wrong_sum(type, out[0], terms.first, terms.second);
            });
    }
  }
}

TEST(HalfInstructions, PackedHalvesAreIndependent) {
  for (const HalfType& type : k_types) {
    const Values pairs = joined(packed(type.values), many(32, 40));
    for (const Operation& operation : k_operations) {
      const std::string operands = operation.sources == 2 ? "4,4,4" : "4,4,4,4";
      const auto all =
          operation.sources == 2 ? tuples(pairs, pairs) : tuples(pairs, packed(type.values), {0, 0xbc003c00});
      // Also without a rounding modifier, if that is allowed.
      const std::string mode = operation.sources == 2 ? "." : ".rn.";
      judge(operation.opcode + mode + type.name + "x2", operands, all, [&](const Inputs& in, const Outputs& out) {
        for (int at = 0; at < 32; at += 16) {
          const Terms terms = terms_of(type, operation, in, at);
          const std::string wrong = wrong_sum(type, out[0] >> at & 0xffff, terms.first, terms.second);
          if (!wrong.empty()) return wrong;
        }
        return std::string();
      });
    }
  }
}

// Modifiers on top of the plain operation, which is tested above: sums of f16 are exact in long double.
uint64_t styled(const HalfType& type, const std::string& words, Exact (*compute)(Exact, Exact, Exact), const Inputs& in,
                int at) {
  const OracleFormat& f = type.format;
  const bool ftz = words.find("ftz") != std::string::npos;
  const auto flushed = [&](uint64_t bits) { return ftz && (bits & f.infinity()) == 0 ? bits & f.sign() : bits; };
  Exact x[3];
  for (int i = 0; i < 3; ++i) x[i] = value_of(f, flushed(in[i] >> at & 0xffff));
  uint64_t bits = flushed(pattern_of(f, compute(x[0], x[1], x[2])));
  const Exact result = value_of(f, bits);
  if (words.find("relu") != std::string::npos) return !std::isnan(result) && std::signbit(result) ? 0 : bits;
  if (words.find("sat") == std::string::npos) return bits;
  return std::isnan(result) || std::signbit(result) ? 0 : pattern_of(f, std::min<Exact>(result, 1));
}

TEST(HalfInstructions, FlushedAndSaturated) {
  const HalfType& f16 = k_types[0];
  struct Plain {
    const char* opcode;
    int sources;
    Exact (*compute)(Exact, Exact, Exact);
  };
  const Plain operations[] = {{"add", 2, [](Exact a, Exact b, Exact) { return a + b; }},
                              {"sub", 2, [](Exact a, Exact b, Exact) { return a - b; }},
                              {"mul", 2, [](Exact a, Exact b, Exact) { return a * b; }},
                              {"fma", 3, [](Exact a, Exact b, Exact c) { return a * b + c; }}};
  for (const Plain& operation : operations) {
    for (const char* words : {".ftz", ".sat", ".ftz.sat", ".relu", ".ftz.relu"}) {
      const bool relu = std::string(words).find("relu") != std::string::npos;
      if (relu && operation.sources == 2) continue;
      const std::string head = operation.opcode + std::string(".rn") + words;
      const auto all =
          operation.sources == 2 ? tuples(f16.values, f16.values) : tuples(f16.values, f16.values, f16.values);
      check(head + ".f16", operation.sources == 2 ? "2,2,2" : "2,2,2,2", all,
            [&](const Inputs& in) { return Outputs{styled(f16, words, operation.compute, in, 0)}; });
      const Values pairs = packed(f16.values);
      check(head + ".f16x2", operation.sources == 2 ? "4,4,4" : "4,4,4,4",
            operation.sources == 2 ? tuples(pairs, pairs) : tuples(pairs, pairs, pairs), [&](const Inputs& in) {
              return Outputs{styled(f16, words, operation.compute, in, 16) << 16 |
                             styled(f16, words, operation.compute, in, 0)};
            });
    }
  }
}

TEST(HalfInstructions, NegativeSumsOfBfloatsBecomeZero) {
  const HalfType& bf16 = k_types[1];
  judge("fma.rn.relu.bf16", "2,2,2,2", tuples(bf16.values, bf16.values, bf16.values),
        [&](const Inputs& in, const Outputs& out) {
          const double p = value(bf16, in[0]) * value(bf16, in[1]), c = value(bf16, in[2]);
          const bool negative = p + c < 0 || (p + c == 0 && std::signbit(p + c));
          if (negative) return out[0] == 0 ? std::string() : std::string("want zero");
          return wrong_sum(bf16, out[0], p, c);
        });
}

TEST(HalfInstructions, OutOfBoundsFormsAreRefused) {
  InstructionRun run("fma.rn.oob.f16", "2,2,2,2");
  EXPECT_NE(run.decode(false, 0).find("fma.rn.oob.f16"), std::string::npos);
}

}  // namespace instruction_half_test
}  // namespace whet::vgpu
