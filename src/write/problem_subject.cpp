#include "write/problem_subject.h"

#include "describe/lift_kernels.h"
#include "problem/data/resolve.h"
#include "util/text.h"
#include "write/text/joined_kernels.h"

namespace whet::write {

namespace {

constexpr size_t k_most_cases = 8;  // at which work is counted

using CaseDims = std::vector<NamedNumber>;

NumberLookup lookup_in(const CaseDims& dims) {
  return [&dims](std::string_view name) -> std::optional<double> {
    for (const NamedNumber& dim : dims) {
      if (dim.name == name) return static_cast<double>(dim.value);
    }
    return std::nullopt;
  };
}

std::optional<int64_t> value_at(const Expression& formula, const CaseDims& dims) {
  const auto value = formula.evaluate(lookup_in(dims));
  return value.value ? std::optional(static_cast<int64_t>(*value.value)) : std::nullopt;
}

void settle(Formula& formula, const CaseDims& tunables) {
  std::string text = formula.expression.text();
  for (const NamedNumber& each : tunables) text = with_word(text, each.name, std::to_string(each.value));
  if (auto parsed = Expression::parse(text)) formula.expression = std::move(*parsed);
}

void settle(std::vector<ProblemArgument>& arguments, const CaseDims& tunables) {
  for (ProblemArgument& argument : arguments) {
    for (Formula& extent : argument.shape) settle(extent, tunables);
    if (argument.value) settle(*argument.value, tunables);
  }
}

void settle(ProblemLaunch& launch, const CaseDims& tunables) {
  for (auto* extents : {&launch.grid, &launch.block, &launch.cluster}) {
    for (Formula& extent : *extents) settle(extent, tunables);
  }
  if (launch.shared) settle(*launch.shared, tunables);
  if (!launch.arguments) return;
  for (LaunchArgument& argument : *launch.arguments) {
    if (argument.number && argument.number->value) settle(*argument.number->value, tunables);
  }
}

// The sizes of the first case.
CaseDims first_dims(const Problem& problem) {
  const auto resolved = resolve_case(problem, problem.cases.front());
  return resolved ? resolved->dims : CaseDims{};
}

}  // namespace

Result<Problem> settled(Problem problem) {
  TRY(resolved, resolve_case(problem, problem.cases.front()));
  if (resolved.tunables.empty()) return problem;
  settle(problem.arguments, resolved.tunables);
  settle(problem.scratch, resolved.tunables);
  for (ProblemLaunch& launch : problem.launches) settle(launch, resolved.tunables);
  return problem;
}

std::vector<SubjectCase> cases_of(const Problem& problem) {
  std::vector<SubjectCase> cases;
  for (const ProblemCase& each : problem.cases) {
    const auto resolved = resolve_case(problem, each);
    if (!resolved || (each.held_out && !cases.empty())) continue;
    cases.push_back({each.weight, [dims = resolved->dims](const std::string& formula) -> std::optional<double> {
                       const auto parsed = Expression::parse(formula);
                       if (!parsed) return std::nullopt;
                       return parsed->evaluate(lookup_in(dims)).value;
                     }});
    if (cases.size() == k_most_cases) break;
  }
  return cases;
}

std::function<std::optional<int64_t>(Expr)> sizes_of(lift::Arena& arena, const lift::SizeWords& words,
                                                     const Problem& problem) {
  return [&arena, &words, dims = first_dims(problem)](Expr e) -> std::optional<int64_t> {
    const auto formula = lift::size_formula(arena, e, words);
    const auto parsed = formula ? Expression::parse(*formula) : Result<Expression>(bad_input(""));
    return parsed ? value_at(*parsed, dims) : std::nullopt;
  };
}

void note_argument(const Problem& problem, const ProblemArgument& argument, SubjectParameter& parameter) {
  parameter.argument = argument.name;
  if (argument.is_scalar()) return;
  std::vector<std::string> extents;
  for (const Formula& extent : argument.shape) extents.push_back(extent.expression.text());
  parameter.elements_formula = extents.size() == 1 ? extents[0] : "(" + join(extents, ") * (") + ")";
  const auto parsed = Expression::parse(parameter.elements_formula);
  if (parsed) parameter.elements = value_at(*parsed, first_dims(problem));
}

bool allows_tf32(const Problem& problem) {
  return problem.precision && *problem.precision >= PrecisionClass::tf32;
}

PrecisionClass precision_of_results(const Problem& problem, const std::vector<SubjectParameter>& parameters) {
  if (problem.precision) return *problem.precision;
  PrecisionClass precision = PrecisionClass::fp8;
  for (const SubjectParameter& each : parameters) {
    if (each.is_written) precision = std::min(precision, precision_of(each.type));
  }
  return precision;
}

std::string written_name(const std::string& entry) {
  const size_t end = entry.find('<');
  std::string name = without_scope(entry.substr(0, end));
  return name + "_written";
}

}  // namespace whet::write
