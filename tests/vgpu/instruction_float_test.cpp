// f32 and f64 arithmetic in all rounding modes against the host's, one value at a time, and exact sums for fma.
#include <cfenv>

#include "vgpu/float_oracle.h"
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_float_test {

// The host's own operation in a rounding mode; volatile keeps the compiler from moving it.
template <typename T>
T host(const std::string& opcode, char mode, T a_in, T b_in, T c_in) {
  volatile T a = a_in, b = b_in, c = c_in, result = 0;
  std::fesetround(mode == 'z' ? FE_TOWARDZERO : mode == 'm' ? FE_DOWNWARD : mode == 'p' ? FE_UPWARD : FE_TONEAREST);
  if (opcode == "add") result = a + b;
  if (opcode == "sub") result = a - b;
  if (opcode == "mul") result = a * b;
  if (opcode == "div") result = a / b;
  if (opcode == "fma" || opcode == "mad") result = std::fma(T{a}, T{b}, T{c});
  if (opcode == "rcp") result = 1 / a;
  if (opcode == "sqrt") result = std::sqrt(T{a});
  std::fesetround(FE_TONEAREST);
  return result;
}

float flushed(float a) {
  return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a;
}
float clamped(float a) {
  return a > 0 ? std::fmin(a, 1.0f) : 0.0f;
}

struct Form {
  char mode = 'n';
  bool ftz = false, sat = false;
};
uint64_t wanted32(const std::string& opcode, const Form& form, float a, float b, float c) {
  if (form.ftz) a = flushed(a), b = flushed(b), c = flushed(c);
  float result = host(opcode, form.mode, a, b, c);
  if (form.ftz) result = flushed(result);
  if (form.sat) return bits_of(clamped(result));
  return std::isnan(result) ? 0x7fffffff : bits_of(result);
}
uint64_t wanted64(const std::string& opcode, char mode, const Inputs& in, int sources) {
  const double result = host(opcode, mode, as_f64(in[0]), as_f64(in[1]), as_f64(in[2]));
  if (!std::isnan(result)) return bits_of(result);
  for (int i = 0; i < sources; ++i) {
    if (std::isnan(as_f64(in[i]))) return in[i] | uint64_t{1} << 51;
  }
  return 0xfff8000000000000;
}

struct Operation {
  const char* opcode;
  int sources;
  bool has_sat, needs_mode;
};
const Operation k_operations[] = {{"add", 2, true, false}, {"sub", 2, true, false}, {"mul", 2, true, false},
                                  {"fma", 3, true, true},  {"mad", 3, true, true},  {"div", 2, false, true},
                                  {"rcp", 1, false, true}, {"sqrt", 1, false, true}};

std::vector<Inputs> inputs_for(const Values& values, const Values& more, int sources) {
  if (sources == 1) return tuples(joined(values, more));
  std::vector<Inputs> all = sources == 2 ? tuples(values, values) : tuples(values, values, values);
  for (size_t i = 0; i + 2 < more.size(); ++i) all.push_back({more[i], more[i + 1], more[i + 2]});
  return all;
}
std::string operands_of(int bytes, int sources) {
  std::string text = std::to_string(bytes);
  for (int i = 0; i < sources; ++i) text += "," + std::to_string(bytes);
  return text;
}
// The four modes, and "" if that is allowed.
std::vector<std::string> modes_of(const Operation& operation) {
  std::vector<std::string> modes = {".rn", ".rz", ".rm", ".rp"};
  if (!operation.needs_mode) modes.push_back("");
  return modes;
}
char mode_of(const std::string& word) {
  return word.empty() ? 'n' : word[2];
}

TEST(FloatInstructions, SingleInAllModes) {
  for (const Operation& operation : k_operations) {
    const auto all = inputs_for(f32_values(), many(32, 500), operation.sources);
    for (const std::string& mode : modes_of(operation)) {
      for (const bool ftz : {false, true}) {
        for (const bool sat : {false, true}) {
          if (sat && !operation.has_sat) continue;
          const std::string spelling = operation.opcode + mode + (ftz ? ".ftz" : "") + (sat ? ".sat" : "") + ".f32";
          check(spelling, operands_of(4, operation.sources), all, [&](const Inputs& in) {
            const Form form{mode_of(mode), ftz, sat};
            return Outputs{wanted32(operation.opcode, form, as_f32(in[0]), as_f32(in[1]), as_f32(in[2]))};
          });
        }
      }
    }
  }
}

TEST(FloatInstructions, DoubleInAllModes) {
  for (const Operation& operation : k_operations) {
    const auto all = inputs_for(f64_values(), many(64, 500), operation.sources);
    for (const std::string& mode : modes_of(operation)) {
      check(operation.opcode + mode + ".f64", operands_of(8, operation.sources), all, [&](const Inputs& in) {
        return Outputs{wanted64(operation.opcode, mode_of(mode), in, operation.sources)};
      });
    }
  }
}

TEST(FloatInstructions, FusedProductsAreRoundedOnce) {
  const auto all = inputs_for(f32_values(), many(32, 2000), 3);
  judge("fma.rn.f32", "4,4,4,4", all, [](const Inputs& in, const Outputs& out) {
    const double p = static_cast<double>(as_f32(in[0])) * as_f32(in[1]), c = as_f32(in[2]);
    if (!std::isfinite(p) || !std::isfinite(c)) return std::string();
    return std::string(is_nearest(k_single, out[0], p, c) ? "" : "not the nearest");
  });
}

TEST(FloatInstructions, PackedSingles) {
  const Values singles = f32_values();
  Values pairs;
  for (size_t i = 0; i < singles.size(); ++i) pairs.push_back(singles[i] | singles[(7 * i + 3) % singles.size()] << 32);
  for (const Operation& operation : k_operations) {
    if (!operation.has_sat || operation.opcode == std::string("mad")) continue;
    for (const std::string& mode : modes_of(operation)) {
      for (const bool ftz : {false, true}) {
        check(operation.opcode + mode + (ftz ? ".ftz" : "") + ".f32x2", operands_of(8, operation.sources),
              inputs_for(pairs, many(64, 100), operation.sources), [&](const Inputs& in) {
                uint64_t result = 0;
                for (int at = 0; at < 64; at += 32) {
                  result |= wanted32(operation.opcode, {mode_of(mode), ftz}, as_f32(in[0] >> at), as_f32(in[1] >> at),
                                     as_f32(in[2] >> at))
                            << at;
                }
                return Outputs{result};
              });
      }
    }
  }
}

TEST(FloatInstructions, NarrowOperandsOfSingles) {
  for (const bool bfloat : {false, true}) {
    const std::string type = bfloat ? ".bf16" : ".f16";
    const Values narrow = bfloat ? bf16_values() : f16_values();
    const auto wide = [bfloat](uint64_t bits) {
      return static_cast<float>(bfloat ? bf16_value(bits) : f16_value(bits));
    };
    for (const char* mode : {".rn", ".rz", ".rm", ".rp"}) {
      for (const bool sat : {false, true}) {
        const Form form{mode_of(mode), false, sat};
        const std::string words = std::string(mode) + (sat ? ".sat" : "") + ".f32" + type;
        check("add" + words, "4,2,4", tuples(narrow, f32_values()),
              [&](const Inputs& in) { return Outputs{wanted32("add", form, wide(in[0]), as_f32(in[1]), 0)}; });
        check("sub" + words, "4,2,4", tuples(narrow, f32_values()),
              [&](const Inputs& in) { return Outputs{wanted32("sub", form, wide(in[0]), as_f32(in[1]), 0)}; });
        check("fma" + words, "4,2,2,4", tuples(narrow, narrow, f32_values()), [&](const Inputs& in) {
          return Outputs{wanted32("fma", form, wide(in[0]), wide(in[1]), as_f32(in[2]))};
        });
      }
    }
  }
}

}  // namespace instruction_float_test
}  // namespace whet::vgpu
