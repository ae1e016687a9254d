#include "cli/flags/bench_target.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/flags/bare_kernel.h"
#include "describe/derived_work.h"
#include "problem/signature/candidate.h"

namespace whet {

namespace {

Result<Problem> problem_next_to(const std::string& path, const NamedProblem* otherwise,
                                const CompileAdditions& additions, const FileSystem& files) {
  const std::string file = join_path(directory_of(path), "problem.toml");
  if (files.info(file)) return load_problem(file, files, additions);
  if (otherwise) return otherwise->original;
  return bad_input(fmt::format("there is no file `{}`", path), {}, "name a .cu file, or a folder with problem.toml");
}

// A first kernel without a problem.
Result<NamedProblem> load_bare(const BenchFlags& flags, const CompileAdditions& additions, Context& context,
                               std::vector<std::string>& assumed) {
  SignatureRequest request;
  request.kernel = flags.first;
  request.entry = flags.kernel;
  request.additions = additions;
  TRY(found, describe_completely(request, context));
  assumed = std::move(found.assumed);
  return NamedProblem{flags.first, found.problem, found.problem};
}

Result<NamedProblem> load_named(const std::string& path, const NamedProblem* otherwise,
                                const CompileAdditions& additions, const FileSystem& files) {
  if (extension_of(path) != ".cu") {
    TRY(problem, load_problem(path, files, additions));
    return NamedProblem{path, problem, problem};
  }
  TRY(original, problem_next_to(path, otherwise, additions, files));
  std::error_code error;
  if (std::filesystem::equivalent(original.kernel, path, error)) return NamedProblem{path, original, original};
  TRY(candidate, load_candidate(original, path, files));
  return NamedProblem{path, std::move(candidate), std::move(original)};
}

Result<std::vector<NamedProblem>> load_kernels(const BenchFlags& flags, Context& context,
                                               std::vector<std::string>& assumed) {
  const FileSystem& files = context.files;
  TRY(additions, read_additions(flags.compile, files));
  const bool is_bare = is_bare_kernel(flags.first, files);
  TRY(first,
      is_bare ? load_bare(flags, additions, context, assumed) : load_named(flags.first, nullptr, additions, files));
  if (!flags.kernel.empty() && is_bare) {
    first.name = flags.kernel;
  } else if (!flags.kernel.empty()) {
    TRY(chosen, with_entry(first.problem, flags.kernel));
    first.problem = std::move(chosen);
    first.name = flags.kernel;
  }
  std::vector<NamedProblem> kernels{std::move(first)};
  if (!flags.against.empty()) {
    TRY(second, with_entry(kernels.front().problem, flags.against));
    if (flags.kernel.empty()) kernels.front().name = kernels.front().problem.entry;
    kernels.push_back({flags.against, std::move(second), kernels.front().original});
  } else if (!flags.candidate.empty()) {
    const Problem original = kernels.front().original;
    TRY(candidate, load_candidate(original, flags.candidate, files));
    kernels.push_back({flags.candidate, std::move(candidate), original});
  } else if (!flags.second.empty()) {
    TRY(second, load_named(flags.second, &kernels.front(), additions, files));
    kernels.push_back(std::move(second));
  }
  return kernels;
}

// Both kernels of a comparison have the work of the same original, which is looked at once.
void complete_all(std::vector<NamedProblem>& kernels, BenchTarget& target, Context& context) {
  for (NamedProblem& named : kernels) {
    NamedProblem& first = kernels.front();
    const bool is_known = &named != &first && named.original.source == first.original.source;
    if (!is_known) complete_work(named.original, context);
    const Problem& known = is_known ? first.original : named.original;
    for (Problem* problem : {&named.problem, &named.original}) {
      problem->work_flops = known.work_flops;
      problem->work_bytes = known.work_bytes;
      problem->is_flops_derived = known.is_flops_derived;
      problem->is_bytes_derived = known.is_bytes_derived;
    }
    if (const std::string remark = work_remark(known); !is_known && !remark.empty()) target.notes.push_back(remark);
  }
}

}  // namespace

Result<BenchTarget> load_bench_target(const BenchFlags& flags, const BenchSettings& settings, Context& context) {
  BenchTarget target;
  TRY(kernels, load_kernels(flags, context, target.assumed));
  for (NamedProblem& named : kernels) {
    for (Problem* problem : {&named.problem, &named.original}) {
      if (settings.absolute_tolerance) problem->absolute_tolerance = settings.absolute_tolerance;
      if (settings.relative_tolerance) problem->relative_tolerance = settings.relative_tolerance;
    }
  }
  complete_all(kernels, target, context);
  target.kernels = std::move(kernels);
  return target;
}

}  // namespace whet
