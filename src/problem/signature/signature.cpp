#include "problem/signature/signature.h"

#include <fmt/format.h>

#include <algorithm>

#include "binary/container/demangle.h"
#include "problem/file/section.h"
#include "problem/signature/c_type.h"
#include "problem/signature/struct_layout.h"

namespace whet {

namespace {

constexpr int k_pointer_bytes = 8;

// One row of the comparison: both sides, and their difference.
struct Row {
  std::string given, taken, wrong;
};

std::string describe(const GivenArgument& argument) {
  if (argument.is_struct) return fmt::format("{}  struct of {} bytes", argument.name, argument.bytes);
  if (argument.is_scalar) return fmt::format("{}  {}", argument.name, name_of(argument.type));
  return fmt::format("{}  {}[] {}", argument.name, name_of(argument.type), name_of(argument.role));
}

std::string wrong_scalar(const GivenArgument& given, const Parameter& taken) {
  if (taken.is_pointer()) return "a scalar for a pointer";
  const auto type = c_type(taken.base);
  if (given.is_struct && type) {
    const uint64_t wanted = bytes_of(type->element) * static_cast<uint64_t>(type->lanes);
    if (wanted != given.bytes) return fmt::format("a struct of {} bytes for {} of {}", given.bytes, taken.base, wanted);
    return {};
  }
  if (!type || may_pass(*type, given.type)) return {};
  if (bytes_of(type->element) * static_cast<uint64_t>(type->lanes) != bytes_of(given.type))
    return fmt::format("{} bytes for {}", bytes_of(given.type),
                       bytes_of(type->element) * static_cast<uint64_t>(type->lanes));
  return fmt::format("{} for {}", name_of(given.type), taken.base);
}

std::string wrong_array(const GivenArgument& given, const Parameter& taken) {
  if (!taken.is_pointer()) {
    return c_type(taken.base) ? "an array for a scalar" : "";  // a struct or a template parameter may contain a pointer
  }
  const bool is_output = given.role != ArgumentRole::in && given.role != ArgumentRole::scratch;
  if (taken.pointers == 1 && taken.is_const && is_output) return "an output that the kernel may not write";
  const auto type = taken.pointers == 1 ? c_type(taken.base) : std::nullopt;
  if (!type || may_view(*type, given.type)) return {};
  return fmt::format("elements of {} for {}", name_of(given.type), taken.base);
}

// The index of the parameter with this name, if it is not `i`.
std::optional<size_t> other_place(const std::string& name, size_t i, const std::vector<Parameter>& parameters) {
  if (i < parameters.size() && parameters[i].name == name) return std::nullopt;
  for (size_t j = 0; j < parameters.size(); ++j) {
    if (parameters[j].name == name) return j;
  }
  return std::nullopt;
}

Row compare(size_t i, const std::vector<GivenArgument>& given, const std::vector<Parameter>& taken, bool has_names) {
  Row row{i < given.size() ? describe(given[i]) : "-", i < taken.size() ? taken[i].text : "-", {}};
  if (i >= taken.size())
    row.wrong = "the kernel takes no such parameter";
  else if (i >= given.size() && taken[i].default_value.empty())
    row.wrong = "the problem gives nothing";
  else if (i >= given.size())
    row.wrong = "a launch cannot leave out a parameter with a default";
  else
    row.wrong = given[i].is_scalar ? wrong_scalar(given[i], taken[i]) : wrong_array(given[i], taken[i]);
  if (has_names && i < given.size() && row.wrong.empty()) {
    if (const auto other = other_place(given[i].name, i, taken))
      row.wrong = fmt::format("`{}` is parameter {} of the kernel", given[i].name, *other + 1);
  }
  return row;
}

std::vector<Row> compare_all(const std::vector<GivenArgument>& given, const std::vector<Parameter>& taken,
                             bool has_names) {
  std::vector<Row> rows;
  for (size_t i = 0; i < std::max(given.size(), taken.size()); ++i) rows.push_back(compare(i, given, taken, has_names));
  return rows;
}

size_t wrong_rows(const std::vector<Row>& rows) {
  return static_cast<size_t>(
      std::count_if(rows.begin(), rows.end(), [](const Row& row) { return !row.wrong.empty(); }));
}

//      the problem     the kernel
//   1  in  f32[] in    const float* in
//   2  n  i32          float n             <- i32 for float
std::string table(const std::vector<Row>& rows) {
  size_t left = std::string_view("the problem").size(), right = 0;
  for (const Row& row : rows) left = std::max(left, row.given.size()), right = std::max(right, row.taken.size());
  std::string text = fmt::format("      {:<{}}   {}\n", "the problem", left, "the kernel");
  for (size_t i = 0; i < rows.size(); ++i) {
    text += rows[i].wrong.empty() ? fmt::format("  {:>2}  {:<{}}   {}\n", i + 1, rows[i].given, left, rows[i].taken)
                                  : fmt::format("  {:>2}  {:<{}}   {:<{}}   <- {}\n", i + 1, rows[i].given, left,
                                                rows[i].taken, right, rows[i].wrong);
  }
  return text;
}

Error mismatch(const Problem& problem, const std::string& entry, int line, size_t given, size_t taken,
               const std::vector<Row>& rows) {
  Error error =
      bad_input(given != taken
                    ? fmt::format("kernel {} takes {} parameters, the problem gives {}", in_quotes(entry), taken, given)
                    : fmt::format("kernel {} takes other parameters than the problem gives", in_quotes(entry)),
                problem.place(line), "correct the [[args]] of the problem, or the parameters of the kernel");
  error.details = table(rows);
  return error;
}

// Checks all overloads. If none matches, the error shows the one with the fewest differences. Kernels that share arrays
// have names of their own for them (`has_names` is false).
Result<void> check_entry(const Problem& problem, const std::string& entry, int line,
                         const std::vector<GivenArgument>& given, bool has_names = true) {
  std::optional<std::vector<Row>> nearest;
  size_t taken = 0;
  for (const SourceFunction& function : find_functions(problem, entry)) {
    std::vector<Row> rows = compare_all(given, function.parameters, has_names);
    if (wrong_rows(rows) == 0) return {};
    if (nearest && wrong_rows(*nearest) <= wrong_rows(rows)) continue;
    nearest = std::move(rows);
    taken = function.parameters.size();
  }
  if (!nearest) return {};  // PTX: the compiled kernel is compared instead
  return mismatch(problem, entry, line, given.size(), taken, *nearest);
}

GivenArgument given_of(const ProblemArgument& argument) {
  const uint64_t bytes = argument.is_struct() ? struct_layout(argument).bytes : bytes_of(argument.type);
  return {argument.name, argument.type, argument.role, argument.is_scalar(), bytes, argument.is_struct()};
}

}  // namespace

std::vector<GivenArgument> given_arguments(const Problem& problem, size_t launch) {
  std::vector<GivenArgument> given;
  if (launch < problem.launches.size() && problem.launches[launch].arguments) {
    for (const LaunchArgument& argument : *problem.launches[launch].arguments)
      given.push_back(given_of(argument.number ? *argument.number : *problem.argument(argument.name)));
    return given;
  }
  for (const ProblemArgument& argument : problem.arguments) {
    if (problem.is_passed(argument)) given.push_back(given_of(argument));
  }
  return given;
}

namespace {

// Another launch may write what this one only reads.
bool is_passed_elsewhere(const Problem& problem, size_t launch, const std::string& name) {
  for (size_t i = 0; i < problem.launches.size(); ++i) {
    const std::vector<GivenArgument> given = i == launch ? std::vector<GivenArgument>() : given_arguments(problem, i);
    if (std::any_of(given.begin(), given.end(), [&](const GivenArgument& each) { return each.name == name; }))
      return true;
  }
  return false;
}

}  // namespace

Result<void> check_signatures(const Problem& problem) {
  if (problem.is_host_function)
    return check_entry(problem, problem.entry, problem.entry_line, given_arguments(problem, problem.launches.size()));
  for (size_t i = 0; i < problem.launches.size(); ++i) {
    const ProblemLaunch& launch = problem.launches[i];
    std::vector<GivenArgument> given = given_arguments(problem, i);
    for (GivenArgument& each : given) {
      if (!each.is_scalar && is_passed_elsewhere(problem, i, each.name)) each.role = ArgumentRole::scratch;
    }
    TRY_VOID(check_entry(problem, launch.entry, launch.line, given, problem.launches.size() == 1));
  }
  return {};
}

Result<void> check_parameter_bytes(const Problem& problem, size_t launch, const ModuleKernel& kernel) {
  const std::vector<GivenArgument> given = given_arguments(problem, launch);
  std::vector<Row> rows;
  for (size_t i = 0; i < std::max(given.size(), kernel.parameter_bytes.size()); ++i) {
    Row row{i < given.size() ? describe(given[i]) : "-", "-", {}};
    const int wanted = i < given.size() ? (given[i].is_scalar ? static_cast<int>(given[i].bytes) : k_pointer_bytes) : 0;
    const int taken = i < kernel.parameter_bytes.size() ? kernel.parameter_bytes[i] : 0;
    if (taken) row.taken = fmt::format("{} bytes", taken);
    if (wanted != taken) row.wrong = fmt::format("{} bytes given", wanted);
    rows.push_back(std::move(row));
  }
  if (wrong_rows(rows) == 0) return {};
  const int line = problem.launches[launch].line;
  return mismatch(problem, whet::demangle(kernel.name), line, given.size(), kernel.parameter_bytes.size(), rows);
}

}  // namespace whet
