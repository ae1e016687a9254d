#include "judge/sanitizer/sanitized_run.h"

#include <filesystem>

#include "compile/cache/build_file.h"
#include "device/staged_problem.h"
#include "problem/data/data.h"
#include "problem/file/write_problem.h"

namespace whet {

namespace {

constexpr const char* k_build_name = "build";
constexpr const char* k_source_name = "kernel.cu";

Result<Formula> constant(int64_t value) {
  TRY(expression, Expression::parse(std::to_string(value)));
  return Formula{std::move(expression), 0};
}

// Replaces tunables and sizes by their chosen values.
Result<void> fix_numbers(const ResolvedCase& resolved, Problem& problem) {
  problem.dims.clear();
  for (const NamedNumber& dimension : resolved.dims) {
    TRY(value, constant(dimension.value));
    problem.dims.push_back({dimension.name, std::move(value)});
  }
  problem.tunables.clear();
  problem.constraints.clear();
  for (const NamedNumber& tunable : resolved.tunables) {
    problem.defines.push_back({tunable.name, std::to_string(tunable.value), static_cast<double>(tunable.value), 0});
  }
  problem.cases.resize(1);
  problem.reference = {};
  return {};
}

// A candidate's source may be in no file. Its headers stay where they are.
Result<void> move_source(const Problem& problem, const std::string& directory, Problem& fixed, FileSystem& files) {
  for (const std::string& home : {directory_of(problem.kernel), problem.directory}) {
    const std::string path = std::filesystem::absolute(home.empty() ? "." : home).string();
    if (files.info(path)) fixed.include_directories.push_back(path);
  }
  fixed.directory = directory;
  fixed.kernel = join_path(directory, k_source_name);
  return files.write(fixed.kernel, problem.source);
}

}  // namespace

Result<void> write_sanitized_run(const Problem& problem, const ResolvedCase& resolved, const ArrayContents& inputs,
                                 const Build& build, const std::string& directory, FileSystem& files) {
  Problem fixed = problem;
  TRY_VOID(fix_numbers(resolved, fixed));
  for (size_t i = 0; i < fixed.arguments.size(); ++i) {
    ProblemArgument& argument = fixed.arguments[i];
    if (!resolved.arguments[i].is_read()) continue;
    argument.fill = {FillKind::file, {}, {}, argument.name + ".bin", {}, {}};
    TRY_VOID(files.write(join_path(directory, argument.fill.file), inputs[i]));
  }
  fixed.generator.clear();
  TRY_VOID(move_source(problem, directory, fixed, files));
  TRY_VOID(files.write(join_path(directory, k_build_name), write_build(build)));
  return files.write(join_path(directory, "problem.toml"), write_problem(fixed));
}

Result<void> make_sanitized_run(const std::string& directory, Device& device, const FileSystem& files) {
  TRY(problem, load_problem(directory, files));
  TRY(resolved, resolve_case(problem, problem.cases.front()));
  TRY(content, files.read(join_path(directory, k_build_name)));
  const auto build = read_build(content);
  if (!build) return failed("the build of the sanitized run is damaged", directory);
  TRY(staged, StagedProblem::stage(problem, resolved, *build, device));
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    if (!resolved.arguments[i].is_read()) continue;
    TRY(bytes, make_data(resolved.arguments[i], {}, files));
    TRY_VOID(device.write(staged.address(i), bytes));
  }
  for (const Launch& launch : staged.launches()) TRY_VOID(device.launch(launch));
  return {};
}

}  // namespace whet
