#include "describe/whole_parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "describe/formula_expression.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "problem/file/section.h"
#include "problem/numbers/element_type.h"

namespace whet {

namespace {

constexpr int k_deepest = 8;  // formulas of sizes in formulas of sizes

constexpr lift::Special k_extents[] = {lift::Special::nctaid_x, lift::Special::nctaid_y, lift::Special::nctaid_z,
                                       lift::Special::ntid_x,   lift::Special::ntid_y,   lift::Special::ntid_z};

// A type of C++ with such elements.
const char* base_of(ElementType type) {
  switch (type) {
    case ElementType::f16:
      return "__half";
    case ElementType::bf16:
      return "__nv_bfloat16";
    case ElementType::f32:
      return "float";
    case ElementType::f64:
      return "double";
    case ElementType::i8:
      return "signed char";
    case ElementType::u8:
      return "unsigned char";
    case ElementType::i16:
      return "short";
    case ElementType::u16:
      return "unsigned short";
    case ElementType::i32:
      return "int";
    case ElementType::u32:
      return "unsigned int";
    case ElementType::i64:
      return "long long";
    case ElementType::u64:
      return "unsigned long long";
    case ElementType::boolean:
      return "bool";
    case ElementType::e4m3:
      return "__nv_fp8_e4m3";
    case ElementType::e5m2:
      return "__nv_fp8_e5m2";
  }
  return "float";
}

}  // namespace

WholeParameters::WholeParameters(const Problem& problem, lift::Arena& arena, const std::vector<NamedNumber>& tunables)
    : problem_(problem), arena_(arena), tunables_(tunables) {
  for (const ProblemArgument& argument : problem.arguments) {
    if (problem.is_passed(argument)) arguments_.push_back(&argument);
  }
  own_ = arguments_.size();
  for (const Dimension& dimension : problem.dims) {
    if (number_of(dimension.name)) continue;
    ProblemArgument size;
    size.name = dimension.name;
    size.type = ElementType::i64;
    sizes_.push_back(std::move(size));
    arguments_.push_back(&sizes_.back());
  }
  for (const ProblemArgument& scratch : problem.scratch) {
    scratch_.insert(static_cast<int>(arguments_.size()));
    arguments_.push_back(&scratch);
  }
}

std::vector<Parameter> WholeParameters::declared() const {
  std::vector<Parameter> list;
  for (const ProblemArgument* const argument : arguments_) {
    Parameter parameter;
    parameter.name = argument->name;
    parameter.base = base_of(argument->type);
    parameter.pointers = argument->is_scalar() ? 0 : 1;
    parameter.text = parameter.base + (parameter.pointers > 0 ? "* " : " ") + parameter.name;
    list.push_back(std::move(parameter));
  }
  return list;
}

size_t WholeParameters::seen_by_reference() const {
  return own_ + sizes_.size();
}

std::string WholeParameters::formula(size_t number) const {
  return number >= own_ && number < own_ + sizes_.size() ? arguments_[number]->name : "";
}

std::optional<int> WholeParameters::number_of(const std::string& name) const {
  for (size_t i = 0; i < arguments_.size(); ++i) {
    if (arguments_[i]->name == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

// Whether the formula of a size holds in every case.
bool WholeParameters::is_fixed(const Dimension& dimension) const {
  return std::none_of(problem_.cases.begin(), problem_.cases.end(), [&](const ProblemCase& each) {
    return std::any_of(each.dims.begin(), each.dims.end(),
                       [&](const auto& size) { return size.first == dimension.name; });
  });
}

std::optional<lift::Expr> WholeParameters::value_of(const std::string& formula, int depth) const {
  if (depth > k_deepest) return std::nullopt;
  return formula_expression(arena_, formula, [&](const std::string& name) { return named(name, depth + 1); });
}

std::optional<lift::Expr> WholeParameters::named(const std::string& name, int depth) const {
  for (const Dimension& dimension : problem_.dims) {
    const bool is_formula = dimension.name == name && !dimension.value.expression.identifiers().empty();
    if (!is_formula || !is_fixed(dimension)) continue;
    if (const auto value = value_of(dimension.value.expression.text(), depth)) return value;
  }
  for (const NamedNumber& tunable : tunables_) {
    if (tunable.name == name) return lift::integer(arena_, tunable.value);
  }
  for (const ProblemDefine& define : problem_.defines) {
    const bool is_whole = define.number && *define.number == static_cast<double>(static_cast<int64_t>(*define.number));
    if (define.name == name && is_whole) return lift::integer(arena_, static_cast<int64_t>(*define.number));
  }
  const auto number = number_of(name);
  if (!number || !arguments_[static_cast<size_t>(*number)]->is_scalar()) return std::nullopt;
  return argument_value(*number);
}

// An argument that is computed from sizes is what it is computed from: then ranges of different launches compare.
lift::Expr WholeParameters::argument_value(int number) const {
  const ProblemArgument& argument = *arguments_[static_cast<size_t>(number)];
  const lift::Expr own = arena_.parameter(number);
  if (!argument.is_scalar() || argument.is_struct() || is_floating(argument.type)) return own;
  if (argument.value) return value_of(argument.value->expression.text(), 0).value_or(own);
  for (const Dimension& dimension : problem_.dims) {
    if (dimension.name != argument.name || dimension.value.expression.identifiers().empty()) continue;
    if (is_fixed(dimension)) return value_of(dimension.value.expression.text(), 0).value_or(own);
  }
  return own;
}

Result<lift::Expr> WholeParameters::launch_number(const ProblemArgument& number) const {
  const std::string formula = number.value ? number.value->expression.text() : number.name;
  if (!is_floating(number.type)) {
    if (const auto value = value_of(formula, 0)) return *value;
    return bad_input(fmt::format("a launch passes {}, which is no plain formula of sizes", in_quotes(formula)));
  }
  const auto parsed = Expression::parse(formula);
  const auto value = parsed ? parsed->evaluate([](std::string_view) { return std::optional<double>(); }).value
                            : std::optional<double>();
  if (!value) return bad_input(fmt::format("a launch passes {}, which is no constant", in_quotes(formula)));
  return lift::real(arena_, number.type == ElementType::f64 ? *value : static_cast<double>(static_cast<float>(*value)));
}

Result<std::vector<lift::Expr>> WholeParameters::passed(const ProblemLaunch& launch) const {
  std::vector<lift::Expr> list;
  if (!launch.arguments) {
    for (size_t i = 0; i < own_; ++i) list.push_back(argument_value(static_cast<int>(i)));
    return list;
  }
  for (const LaunchArgument& each : *launch.arguments) {
    if (each.number) {
      TRY(value, launch_number(*each.number));
      list.push_back(value);
      continue;
    }
    const auto number = number_of(each.name);
    if (!number) return bad_input(fmt::format("a launch passes {}, which is no argument", in_quotes(each.name)));
    list.push_back(argument_value(*number));
  }
  return list;
}

std::map<lift::Special, lift::Expr> WholeParameters::extents(const ProblemLaunch& launch) const {
  std::map<lift::Special, lift::Expr> found;
  for (size_t i = 0; i < std::size(k_extents); ++i) {
    const std::vector<Formula>& list = i < 3 ? launch.grid : launch.block;
    if (list.empty()) continue;
    const auto value = i % 3 < list.size() ? value_of(list[i % 3].expression.text(), 0) : lift::integer(arena_, 1);
    if (value) found[k_extents[i]] = *value;
  }
  return found;
}

lift::SequenceTrial WholeParameters::trial(const ResolvedCase& resolved, const std::vector<std::string>& kernels,
                                           size_t begin, size_t end) const {
  lift::SequenceTrial trial;
  trial.bytes.resize(arguments_.size());
  for (const NamedNumber& dim : resolved.dims) {
    trial.sizes += fmt::format("{}{} = {}", trial.sizes.empty() ? "" : ", ", dim.name, dim.value);
    if (const auto number = number_of(dim.name)) trial.integers[{*number, 0}] = dim.value;
  }
  for (const ResolvedArgument& argument : resolved.arguments) {
    const auto number = number_of(argument.name);
    if (!number) continue;
    if (!argument.is_scalar)
      trial.bytes[static_cast<size_t>(*number)] = argument.bytes;
    else if (is_floating(argument.type))
      trial.reals[{*number, 0}] = argument.value;
    else
      trial.integers[{*number, 0}] = static_cast<int64_t>(argument.value);
  }
  for (size_t i = begin; i < end; ++i) {
    const ResolvedLaunch& launch = resolved.launches[i];
    lift::SequenceStep step{kernels[i],
                            {launch.grid[0], launch.grid[1], launch.grid[2]},
                            {launch.block[0], launch.block[1], launch.block[2]},
                            launch.shared_bytes,
                            {}};
    for (const size_t each : launch.arguments) {
      const ResolvedArgument& argument = resolved.arguments[each];
      step.arguments.push_back({argument.is_scalar ? std::nullopt : number_of(argument.name), argument.encoded});
    }
    trial.steps.push_back(std::move(step));
  }
  return trial;
}

}  // namespace whet
