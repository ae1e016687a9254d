#include "judge/oracle/contract.h"

#include <algorithm>
#include <optional>
#include <set>

#include "binary/cubin/cubin.h"
#include "binary/sass/sass.h"
#include "problem/data/data.h"
#include "problem/data/edited_values.h"

namespace whet {

namespace {

constexpr uint64_t k_most_converted_bytes = 64 << 20;  // on the host, for what is only a note

// Compares an answer like an output, after it was rounded to the output's type.
Result<bool> accepts(const Problem& problem, const ResolvedArgument& argument, const NumberArray& answer,
                     const NumberArray& expected, ArrayMath& arrays) {
  const NumberArray output = answer.type() == argument.type
                                 ? answer
                                 : NumberArray(argument.type, encode_elements(argument.type, answer.values()));
  TRY(comparison, arrays.compare(output, expected, {problem.precision_for(argument.type), argument.shape}));
  return comparison.equal();
}

// A null answer passes if it passes for all outputs.
Result<bool> accepts_all(const Problem& problem, const ResolvedCase& resolved, const NumberArrays& answers,
                         const NumberArrays& expected, ArrayMath& arrays) {
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!resolved.arguments[i].is_written()) continue;
    TRY(passes, accepts(problem, resolved.arguments[i], answers[i], expected[i], arrays));
    if (!passes) return false;
  }
  return true;
}

// A type that is less exact than the class.
std::optional<ElementType> lesser_type(PrecisionClass precision) {
  switch (precision) {
    case PrecisionClass::fp64:
      return ElementType::f32;
    case PrecisionClass::fp32:
      return ElementType::f16;
    case PrecisionClass::tf32:
    case PrecisionClass::fp16:
      return ElementType::e4m3;
    case PrecisionClass::bf16:
      return ElementType::e5m2;
    default:
      return std::nullopt;
  }
}

PrecisionClass class_of(const Problem& problem, const ResolvedCase& resolved) {
  PrecisionClass widest = PrecisionClass::exact;
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    if (resolved.arguments[i].is_written())
      widest = std::max(widest, problem.precision_for(resolved.arguments[i].type).precision);
  }
  return widest;
}

// The inputs rounded to the lesser type; nothing if no input is wider.
std::optional<ArrayContents> rounded(const Trial& trial, ElementType lesser) {
  ArrayContents inputs = trial.inputs;
  bool changed = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ElementType type = trial.resolved->arguments[i].type;
    if (inputs[i].empty() || !is_floating(type) || bytes_of(type) <= bytes_of(lesser)) continue;
    inputs[i] = ArrayContent::made_by(rounded_recipe(type, trial.resolved->arguments[i].count, lesser), inputs[i]);
    changed = true;
  }
  if (!changed) return std::nullopt;
  return inputs;
}

struct Contract {
  const Problem& problem;
  const Trial& plain;
  ArrayMath& arrays;
  NumberArrays expected;
  std::vector<NullAnswer> answers;

  Result<void> add(std::string name, const NumberArrays& answer, bool must_be) {
    TRY(passes, accepts_all(problem, *plain.resolved, answer, expected, arrays));
    answers.push_back({std::move(name), !passes, must_be});
    return {};
  }

  // As many of one number, rounded to the output's type.
  NumberArray filled(size_t output, double value) const {
    ResolvedArgument argument = plain.resolved->arguments[output];
    argument.fill = {FillKind::constant, value, 0, {}, {}};
    return {argument.type, ArrayContent::made_by(*fill_recipe(argument, 0))};
  }

  NumberArrays zeros() const {
    NumberArrays answer(expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      if (plain.resolved->arguments[i].is_written()) answer[i] = filled(i, 0);
    }
    return answer;
  }

  // Each output filled with its mean, of some of its values where there are many; nothing if the answer is constant.
  Result<std::optional<NumberArrays>> means() const {
    constexpr uint64_t k_most_values = 1 << 20;
    NumberArrays answer(expected.size());
    bool varies = false;
    for (size_t i = 0; i < expected.size(); ++i) {
      if (!plain.resolved->arguments[i].is_written()) continue;
      TRY(range, arrays.range(expected[i]));
      varies |= range.specials > 0 || range.low < range.high;
      TRY(some, arrays.every(expected[i], formula::step_among(expected[i].size(), k_most_values)));
      double sum = 0;
      for (const double value : some) sum += value;
      answer[i] = filled(i, sum / static_cast<double>(std::max<size_t>(1, some.size())));
    }
    return varies ? std::optional(std::move(answer)) : std::optional<NumberArrays>();
  }

  // Each input in place of the outputs of its size. This is only a note, because for a copy it is right.
  Result<void> add_copies() {
    for (size_t i = 0; i < expected.size(); ++i) {
      const ResolvedArgument& input = plain.resolved->arguments[i];
      if (input.is_scalar || input.role != ArgumentRole::in) continue;
      NumberArrays answer = expected;
      bool fits = false;
      for (size_t o = 0; o < answer.size(); ++o) {
        if (!plain.resolved->arguments[o].is_written() || answer[o].size() != input.count) continue;
        const bool is_converted = input.type != plain.resolved->arguments[o].type;
        if (is_converted && input.bytes > k_most_converted_bytes) continue;
        answer[o] = {input.type, plain.inputs[i]};
        fits = true;
      }
      if (fits) TRY_VOID(add("`" + input.name + "` copied", answer, false));
    }
    return {};
  }
};

// Inputs with other last digits, which tf32 lacks; nothing if there are none.
std::optional<ArrayContents> with_last_digits(const Trial& trial, LastDigits digits) {
  ArrayContents inputs = trial.inputs;
  bool changed = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ResolvedArgument& argument = trial.resolved->arguments[i];
    if (!has_last_digits(argument)) continue;
    inputs[i] = ArrayContent::made_by(last_digits_recipe(argument, digits, i), inputs[i]);
    changed = true;
  }
  if (!changed) return std::nullopt;
  return inputs;
}

bool allows(std::string_view tensor_type, const std::set<std::string_view>& allowed) {
  return allowed.contains(tensor_type) || tensor_type.empty();
}

// The formats that tensor instructions may read: those of the class, those of the inputs, and anything wider.
std::set<std::string_view> allowed_tensor_types(const Problem& problem) {
  std::set<std::string_view> allowed{"F64", "S8", "U8", "S4", "U4", "B1"};
  const auto allow = [&](PrecisionClass precision) {
    if (precision >= PrecisionClass::tf32 || problem.allows_split) allowed.insert("TF32");
    if (precision >= PrecisionClass::fp16) allowed.insert("F16");
    if (precision >= PrecisionClass::bf16) allowed.insert("BF16");
    if (precision >= PrecisionClass::fp8) allowed.insert({"E4M3", "E5M2", "E3M2", "E2M3", "E2M1"});
  };
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.is_scalar()) continue;
    if (argument.role != ArgumentRole::in) allow(problem.precision_for(argument.type).precision);
    if (argument.type == ElementType::f16) allowed.insert("F16");
    if (argument.type == ElementType::bf16) allowed.insert("BF16");
    // Every number of these formats is a half, too.
    if (argument.type == ElementType::e4m3 || argument.type == ElementType::e5m2)
      allowed.insert({"E4M3", "E5M2", "F16"});
  }
  return allowed;
}

bool allows_half_arithmetic(const Problem& problem) {
  return std::any_of(problem.arguments.begin(), problem.arguments.end(), [&](const ProblemArgument& argument) {
    if (argument.is_scalar()) return false;
    const bool is_half = is_floating(argument.type) && bytes_of(argument.type) <= 2;
    return is_half || (argument.role != ArgumentRole::in &&
                       problem.precision_for(argument.type).precision >= PrecisionClass::fp16);
  });
}

// Where machine code may multiply in tf32, the tolerance alone tells split numbers from rounded ones. So an answer to
// rounded inputs must not pass for one to inputs whose other digits are as they can be.
Result<void> add_answer_in_tf32(Contract& contract, Oracle& oracle) {
  const Trial& plain = contract.plain;
  const auto fine = with_last_digits(plain, LastDigits::below_middle),
             rounded = with_last_digits(plain, LastDigits::none);
  if (!fine) return {};
  TRY(expected, oracle.expected(*plain.resolved, *fine));
  TRY(coarse, oracle.expected(*plain.resolved, *rounded));
  TRY(passes, accepts_all(contract.problem, *plain.resolved, coarse, expected, contract.arrays));
  contract.answers.push_back({"inputs in tf32", !passes, true});
  return {};
}

}  // namespace

Result<std::vector<NullAnswer>> null_answers(const Problem& problem, Oracle& oracle, const Trial& plain,
                                             const Trial& other) {
  TRY(expected, oracle.expected(*plain.resolved, plain.inputs));
  Contract contract{problem, plain, oracle.arrays(), std::move(expected), {}};
  TRY_VOID(contract.add("zeros", contract.zeros(), true));
  TRY(means, contract.means());
  if (means) TRY_VOID(contract.add("a constant", *means, true));
  if (other.inputs != plain.inputs) {
    TRY(stale, oracle.expected(*other.resolved, other.inputs));
    TRY_VOID(contract.add("the answer to other data", stale, true));
  }
  TRY_VOID(contract.add_copies());
  const auto lesser = lesser_type(class_of(problem, *plain.resolved));
  if (const auto inputs = lesser ? rounded(plain, *lesser) : std::nullopt) {
    TRY(coarse, oracle.expected(*plain.resolved, *inputs));
    TRY_VOID(contract.add("inputs in " + std::string(name_of(*lesser)), coarse, false));
  }
  if (problem.allows_split) TRY_VOID(add_answer_in_tf32(contract, oracle));
  return contract.answers;
}

Result<std::vector<std::string>> forbidden_instructions(const Problem& problem, const Build& build) {
  std::set<std::string> found;
  if (build.cubin.empty()) return std::vector<std::string>();
  const auto tensor = allowed_tensor_types(problem);
  const bool half = allows_half_arithmetic(problem);
  TRY(cubin, read_cubin(as_bytes(build.cubin)));
  for (const CubinFunction& function : cubin.functions) {
    TRY(instructions, decode_function(function.code, build.architecture));
    for (const Instruction& in : instructions) {
      if (in.op_class == OpClass::tensor && !allows(in.tensor_type, tensor)) found.insert(in.mnemonic());
      if (in.op_class == OpClass::fp16 && !half) found.insert(in.mnemonic());
    }
  }
  return std::vector<std::string>(found.begin(), found.end());
}

}  // namespace whet
