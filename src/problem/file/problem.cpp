#include "problem/file/problem.h"

#include <fmt/format.h>

#include <charconv>

#include "problem/file/load_sections.h"
#include "util/text.h"

namespace whet {

namespace {

Result<void> load_header(const Section& root, Problem& problem) {
  TRY(kernel, root.required_text("kernel", "\"kernel.cu\""));
  problem.kernel = join_path(problem.directory, kernel);
  problem.kernel_line = root.line_of("kernel");
  TRY(entry, root.text("entry"));
  problem.entry = entry.value_or("");
  problem.entry_line = root.line_of("entry");
  return load_compiling(root, problem);
}

}  // namespace

std::string_view name_of(ArgumentRole role) {
  switch (role) {
    case ArgumentRole::in:
      return "in";
    case ArgumentRole::out:
      return "out";
    case ArgumentRole::inout:
      return "inout";
    default:
      return "scratch";
  }
}

const ProblemArgument* Problem::argument(std::string_view name) const {
  for (const auto* list : {&arguments, &scratch}) {
    for (const ProblemArgument& candidate : *list) {
      if (candidate.name == name) return &candidate;
    }
  }
  return nullptr;
}

bool Problem::is_passed(const ProblemArgument& argument) const {
  if (argument.is_variable) return false;
  for (const ProblemArgument& other : arguments) {
    for (const StructField& field : other.fields) {
      if (!field.array.empty() && field.array == argument.name) return false;
    }
  }
  return true;
}

PrecisionRule Problem::precision_for(ElementType output) const {
  return {precision.value_or(precision_of(output)), absolute_tolerance, relative_tolerance};
}

Result<Problem> parse_problem(std::string_view text, const std::string& file) {
  TRY(document, parse_toml(text, file));
  TRY(root, Section::open(document, "problem.toml", file,
                          {"kernel", "entry", "include", "flags", "generate", "dims", "args", "variable", "scratch",
                           "launch", "tune", "define", "reference", "precision", "work", "case"}));
  Problem problem;
  problem.file = file;
  problem.directory = directory_of(file);
  TRY_VOID(load_header(root, problem));
  TRY_VOID(load_dims(root, problem));
  TRY_VOID(load_arguments(root, problem));
  TRY_VOID(load_variables(root, problem));
  TRY_VOID(load_scratch(root, problem));
  TRY_VOID(load_launches(root, problem));
  TRY_VOID(load_tunables(root, problem));
  TRY_VOID(load_defines(root, problem));
  TRY_VOID(load_reference(root, problem));
  TRY_VOID(load_precision(root, problem));
  TRY_VOID(load_work(root, problem));
  TRY_VOID(load_cases(root, problem));
  TRY_VOID(check_names(problem));
  return problem;
}

Result<ProblemCase> find_case(const Problem& problem, const std::string& text) {
  if (text.empty()) return problem.cases.front();
  std::vector<std::string> names;
  for (const ProblemCase& each : problem.cases) {
    if (each.name == text) return each;
    names.push_back(each.name);
  }
  size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error == std::errc() && end == text.data() + text.size() && index < names.size()) return problem.cases[index];
  return bad_input(fmt::format("the problem has no case {}", in_quotes(text)), problem.file,
                   "give a name or an index from 0 on: " + join(names, "; "));
}

}  // namespace whet
