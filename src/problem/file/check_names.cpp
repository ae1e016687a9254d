#include <fmt/format.h>

#include <algorithm>

#include "problem/file/load_sections.h"

namespace whet {

namespace {

using NameList = std::vector<std::string>;

bool holds(const NameList& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Collects the names of numbers, and checks everything that uses them.
class NameCheck {
 public:
  explicit NameCheck(const Problem& problem) : problem_(problem) {}

  Result<void> run() {
    TRY_VOID(check_numbers());
    TRY_VOID(check_arguments());
    TRY_VOID(check_launches());
    TRY_VOID(check_cases());
    for (const Formula& constraint : problem_.constraints) TRY_VOID(check(constraint));
    for (const auto* work : {&problem_.work_flops, &problem_.work_bytes}) {
      if (*work) TRY_VOID(check(**work));
    }
    return {};
  }

 private:
  Result<void> add(const std::string& name, int line, NameList& names, std::string_view what) {
    if (holds(names, name))
      return bad_input(fmt::format("{} is given twice", in_quotes(name)), problem_.place(line),
                       fmt::format("give each {} one name", what));
    names.push_back(name);
    return {};
  }

  Result<void> add_number(const std::string& name, int line) {
    TRY_VOID(check_number_name(name, problem_.place(line)));
    return add(name, line, numbers_, "dimension, tunable and define");
  }

  Result<void> check(const Formula& formula) const {
    for (const std::string& name : formula.expression.identifiers()) {
      if (holds(numbers_, name)) continue;
      return bad_input(fmt::format("nothing gives {} a number", in_quotes(name)), problem_.place(formula.line),
                       did_you_mean(name, numbers_) + " Sizes stand in [dims], [tune] and [define]");
    }
    return {};
  }

  Result<void> check_all(const std::vector<Formula>& formulas) const {
    for (const Formula& formula : formulas) TRY_VOID(check(formula));
    return {};
  }

  // A dimension may use those before it.
  Result<void> check_numbers() {
    for (const Dimension& dimension : problem_.dims) {
      TRY_VOID(check(dimension.value));
      TRY_VOID(add_number(dimension.name, dimension.value.line));
      dims_.push_back(dimension.name);
    }
    for (const Tunable& tunable : problem_.tunables) TRY_VOID(add_number(tunable.name, tunable.line));
    for (const ProblemDefine& define : problem_.defines) {
      if (define.number)
        TRY_VOID(add_number(define.name, define.line));
      else
        TRY_VOID(check_identifier(define.name, problem_.place(define.line)));
    }
    return {};
  }

  Result<void> check_argument(const ProblemArgument& argument) {
    TRY_VOID(check_identifier(argument.name, problem_.place(argument.line)));
    TRY_VOID(add(argument.name, argument.line, arguments_, "argument and scratch buffer"));
    TRY_VOID(check_all(argument.shape));
    for (const auto* formula : {&argument.value, &argument.fill.first, &argument.fill.second}) {
      if (*formula) TRY_VOID(check(**formula));
    }
    for (const StructField& field : argument.fields) TRY_VOID(check_field(field));
    if (argument.is_scalar() && !argument.is_struct() && !argument.value && !holds(numbers_, argument.name)) {
      return bad_input(
          fmt::format("scalar {} has no value, and there is no size of that name", in_quotes(argument.name)),
          problem_.place(argument.line), fmt::format("add value = \"...\", or {} to [dims]", argument.name));
    }
    return {};
  }

  Result<void> check_field(const StructField& field) const {
    if (field.value) return check(*field.value);
    const bool is_number = field.array.empty();
    if (is_number && holds(numbers_, field.name)) return {};
    if (is_number)
      return bad_input(fmt::format("field {} has no value, and there is no size of that name", in_quotes(field.name)),
                       problem_.place(field.line), fmt::format("add value = \"...\", or {} to [dims]", field.name));
    const ProblemArgument* const array = problem_.argument(field.array);
    if (array && !array->is_scalar() && !array->is_variable) return {};
    NameList arrays;
    for (const ProblemArgument& each : problem_.arguments) {
      if (!each.is_scalar() && !each.is_variable) arrays.push_back(each.name);
    }
    return bad_input(fmt::format("field {} points to {}, which is no array of [[args]]", in_quotes(field.name),
                                 in_quotes(field.array)),
                     problem_.place(field.line), did_you_mean(field.array, arrays));
  }

  Result<void> check_offsets(const ProblemArgument& argument) const {
    const ProblemArgument* const begins = problem_.argument(argument.fill.offsets);
    if (begins && begins->fill.kind == FillKind::offsets) return {};
    return bad_input(fmt::format("`offsets` of {} names {}, which is no array with fill = \"offsets\"",
                                 in_quotes(argument.name), in_quotes(argument.fill.offsets)),
                     problem_.place(argument.line), "name the array that says where rows begin");
  }

  Result<void> check_arguments() {
    for (const ProblemArgument& argument : problem_.arguments) TRY_VOID(check_argument(argument));
    for (const ProblemArgument& scratch : problem_.scratch) TRY_VOID(check_argument(scratch));
    for (const ProblemArgument& argument : problem_.arguments) {
      if (!argument.is_scalar() && argument.fill.kind == FillKind::csr) TRY_VOID(check_offsets(argument));
    }
    const bool writes = std::any_of(problem_.arguments.begin(), problem_.arguments.end(),
                                    [](const auto& argument) { return argument.role != ArgumentRole::in; });
    if (writes) return {};
    const int line = problem_.arguments.empty() ? problem_.kernel_line : problem_.arguments.front().line;
    return bad_input("no argument is an output", problem_.place(line),
                     "write role = \"out\" or \"inout\" in the [[args]] that the kernel writes");
  }

  Result<void> check_launch_argument(const LaunchArgument& argument) const {
    if (argument.number) return check(*argument.number->value);
    const ProblemArgument* const given = problem_.argument(argument.name);
    if (given && given->is_variable)
      return bad_input(fmt::format("the launch passes {}, which is a variable of the module", in_quotes(argument.name)),
                       problem_.place(argument.line), "leave it out: whet writes it before each run");
    if (given) return {};
    return bad_input(fmt::format("the launch passes {}, which is no argument and no scratch", in_quotes(argument.name)),
                     problem_.place(argument.line), did_you_mean(argument.name, arguments_));
  }

  Result<void> check_launches() const {
    for (const ProblemLaunch& launch : problem_.launches) {
      TRY_VOID(check_all(launch.grid));
      TRY_VOID(check_all(launch.block));
      if (launch.shared) TRY_VOID(check(*launch.shared));
      if (!launch.arguments) continue;
      for (const LaunchArgument& argument : *launch.arguments) TRY_VOID(check_launch_argument(argument));
    }
    return {};
  }

  Result<void> check_cases() {
    NameList names;
    for (const ProblemCase& each : problem_.cases) {
      TRY_VOID(add(each.name, each.line, names, "case"));
      for (const auto& [name, size] : each.dims) {
        if (holds(dims_, name)) continue;
        return bad_input(fmt::format("the case sizes {}, which is not in [dims]", in_quotes(name)),
                         problem_.place(each.line), did_you_mean(name, dims_));
      }
    }
    return {};
  }

  const Problem& problem_;
  NameList numbers_, dims_, arguments_;
};

}  // namespace

Result<void> check_names(const Problem& problem) {
  return NameCheck(problem).run();
}

}  // namespace whet
