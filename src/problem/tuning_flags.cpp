#include "problem/tuning_flags.h"

#include <algorithm>

#include "source/kernel/for_loops.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr const char* k_fast_math = "fast_math";
constexpr const char* k_fast_division = "fast_division";
constexpr const char* k_fast_roots = "fast_roots";
constexpr WordList k_roots("sqrtf sqrt rsqrtf rsqrt norm3df norm4df hypotf");
constexpr WordList k_functions(
    "expf exp exp2f exp10f logf log log2f log10f log1pf sinf cosf sincosf tanf tanhf tanh powf pow erff erf expm1f");

// The operations in device code that flags affect.
struct Arithmetic {
  bool divides = false, takes_roots = false, calls_functions = false;
};

Arithmetic arithmetic_of(const Outline& read) {
  Arithmetic found;
  for (size_t i = 0; i < read.code.tokens.size(); ++i) {
    const std::string_view text = read.code.tokens[i].text;
    const bool wanted = text == "/" || text == "/=" || k_roots.holds(text) || k_functions.holds(text);
    if (!wanted || !is_device_code(read, i)) continue;
    found.divides |= text == "/" || text == "/=";
    found.takes_roots |= k_roots.holds(text);
    found.calls_functions |= k_functions.holds(text);
  }
  return found;
}

// The strictest class of all outputs.
PrecisionClass class_of(const Problem& problem) {
  PrecisionClass strictest = PrecisionClass::fp8;
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.is_scalar() || argument.role == ArgumentRole::in) continue;
    strictest = std::min(strictest, problem.precision_for(argument.type).precision);
  }
  return strictest;
}

bool has_floating_argument(const Problem& problem) {
  return std::any_of(problem.arguments.begin(), problem.arguments.end(),
                     [](const ProblemArgument& argument) { return is_floating(argument.type); });
}

FoundTunable flag(const char* name) {
  FoundTunable tunable{TunableKind::compiler_flag, name};
  tunable.values = {0, 1};
  return tunable;
}

}  // namespace

std::vector<FoundTunable> flag_tunables(const Problem& problem, const Outline& read) {
  std::vector<FoundTunable> found;
  const PrecisionClass precision = class_of(problem);
  if (precision <= PrecisionClass::fp64 || !has_floating_argument(problem)) return found;
  const Arithmetic done = arithmetic_of(read);
  if (precision > PrecisionClass::fp32) {
    if (done.divides || done.takes_roots || done.calls_functions) found.push_back(flag(k_fast_math));
    return found;
  }
  if (done.divides) found.push_back(flag(k_fast_division));
  if (done.takes_roots) found.push_back(flag(k_fast_roots));
  return found;
}

void add_flags(const FoundTunable& tunable, int64_t value, std::vector<std::string>& flags) {
  if (value <= 0 || tunable.kind != TunableKind::compiler_flag) return;
  if (tunable.name == k_fast_math) flags.emplace_back("-use_fast_math");
  if (tunable.name == k_fast_division) flags.emplace_back("-prec-div=false");
  if (tunable.name == k_fast_roots) flags.emplace_back("-prec-sqrt=false");
}

}  // namespace whet
