#include "write/launcher/host_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "problem/signature/c_type.h"
#include "source/kernel/type_alias.h"
#include "source/text/code.h"
#include "write/subject/subject.h"

namespace whet::write {

namespace {

// Names by which c_type knows elements of vectors, and which no header declares everywhere.
constexpr std::array k_short_names = {"uchar", "ushort", "uint", "ulong", "longlong", "ulonglong"};

Error no_launcher(std::string why, std::string where) {
  return bad_input("no launcher is written: " + std::move(why), std::move(where), "launch the kernels yourself");
}

// Whether host code of any file can write the type.
bool is_plain(const std::string& type) {
  return c_type(type) && type.find('[') == std::string::npos;
}

Result<void> check_argument(const Problem& problem, const ProblemArgument& argument) {
  if (argument.is_struct())
    return no_launcher(fmt::format("`{}` is a struct", argument.name), problem.place(argument.line));
  if (argument.is_variable)
    return no_launcher(fmt::format("`{}` is a variable of the module", argument.name), problem.place(argument.line));
  return {};
}

HostParameter of_argument(const ProblemArgument& argument) {
  HostParameter made;
  made.argument = argument.name;
  made.element = argument.type;
  made.is_array = !argument.is_scalar();
  if (argument.value) made.value = argument.value->expression.text();
  const bool is_const = made.is_array && argument.role == ArgumentRole::in;
  made.type = fmt::format("{}{}{}", is_const ? "const " : "", cuda_name(argument.type), made.is_array ? "*" : "");
  return made;
}

Result<std::vector<HostParameter>> of_sequence(const Problem& original, FreshNames& names) {
  std::vector<HostParameter> list;
  for (const ProblemArgument& argument : original.arguments) {
    TRY_VOID(check_argument(original, argument));
    list.push_back(of_argument(argument));
    list.back().name = names.fresh(argument.name);
  }
  return list;
}

}  // namespace

std::string FreshNames::fresh(std::string wanted) {
  while (!taken_.insert(wanted).second) wanted += "_";
  return wanted;
}

std::string type_text(const Problem& problem, const Parameter& parameter, ElementType element,
                      const std::string& otherwise) {
  std::string base = plain_type(read_code(problem.source), parameter.base);
  const bool is_short = std::find(k_short_names.begin(), k_short_names.end(), base) != k_short_names.end();
  if (is_short || (!is_plain(base) && !parameter.is_pointer())) base = cuda_name(element);
  if (!parameter.is_pointer()) return base;
  return fmt::format("{}{}*", parameter.is_const ? "const " : "", is_plain(base) ? base : otherwise);
}

std::vector<LaunchArgument> launch_arguments_of(const Problem& problem, const ProblemLaunch& launch) {
  if (launch.arguments) return *launch.arguments;
  std::vector<LaunchArgument> list;
  for (const ProblemArgument& argument : problem.arguments) {
    if (problem.is_passed(argument)) list.push_back({argument.name, std::nullopt, argument.line});
  }
  return list;
}

Result<SourceFunction> kernel_of(const Problem& problem, size_t launch) {
  const ProblemLaunch& wanted = problem.launches[launch];
  const size_t count = launch_arguments_of(problem, wanted).size();
  for (SourceFunction& function : find_functions(problem, wanted.entry)) {
    if (!function.is_kernel || function.parameters.size() != count) continue;
    if (function.is_open_template)
      return no_launcher(fmt::format("`{}` is a template without arguments", wanted.entry), problem.kernel);
    return std::move(function);
  }
  return no_launcher(fmt::format("the source does not show the parameters of `{}`", wanted.entry), problem.kernel);
}

Result<std::vector<HostParameter>> host_parameters(const Problem& original, FreshNames& names) {
  if (original.is_host_function) return no_launcher("the problem's entry is host code itself", original.file);
  if (original.launches.size() != 1) return of_sequence(original, names);
  TRY(kernel, kernel_of(original, 0));
  std::vector<HostParameter> list;
  for (const LaunchArgument& passed : launch_arguments_of(original, original.launches[0])) {
    const ProblemArgument* const known = original.argument(passed.name);
    const ProblemArgument& argument = passed.number ? *passed.number : *known;
    TRY_VOID(check_argument(original, argument));
    const Parameter& parameter = kernel.parameters[list.size()];
    HostParameter made = of_argument(argument);
    made.type = type_text(original, parameter, argument.type, "void");
    made.name = names.fresh(parameter.name.empty() ? fmt::format("p{}", list.size()) : parameter.name);
    list.push_back(std::move(made));
  }
  return list;
}

}  // namespace whet::write
