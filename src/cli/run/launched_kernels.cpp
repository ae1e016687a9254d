#include "cli/run/launched_kernels.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/run/written_for.h"
#include "compile/source/inlined_headers.h"
#include "problem/accepted_files.h"
#include "problem/signature/candidate.h"
#include "source/kernel/constants.h"
#include "source/text/code.h"
#include "write/launcher/table_launcher.h"

namespace whet {

namespace {

// The problem's kernel as one file, with the values of its tunables as its compiler gets them.
Result<Problem> standalone_original(const Problem& problem) {
  TRY(resolved, resolve_case(problem, problem.cases.front()));
  const CompileRequest request = compile_request(problem, resolved, {});
  const StandaloneText text = standalone_text(problem, {problem, {}, {}}, resolved, request);
  Problem original = problem;
  original.source = text.defines + text.source;
  return original;
}

CompileRequest request_of(const Problem& candidate) {
  CompileRequest request;
  request.file = candidate.kernel;
  request.source = candidate.source;
  request.include_directories = candidate.include_directories;
  request.extra_flags = candidate.compiler_flags;
  return request;
}

}  // namespace

Result<void> refuse_macros(const Problem& candidate) {
  std::vector<std::string> names;
  for (const ProblemDefine& define : candidate.defines) names.push_back(define.name);
  for (const Tunable& tunable : candidate.tunables) names.push_back(tunable.name);
  const Code code = read_code(candidate.source);
  for (const std::string& name : names) {
    const bool is_used =
        std::any_of(code.tokens.begin(), code.tokens.end(), [&](const Token& token) { return token.is(name); });
    if (!is_used || !find_constants(candidate.source, name).empty()) continue;
    return bad_input(fmt::format("the kernel needs the macro `{}`, which its file does not define", name),
                     candidate.kernel, fmt::format("write #define {} in the file, as champion.cu of a run does", name));
  }
  return {};
}

KnownKernels::KnownKernels(const Problem& problem, const std::string& device, Context& context) {
  if (auto written = write_for(problem, device, context)) written_ = std::move(*written);
}

write::LauncherTerms KnownKernels::terms_of(const Problem& candidate) const {
  if (!written_) return {.alignment = write::k_judged_alignment};
  for (const auto* kernels : {&written_->kernels, &written_->further}) {
    for (const write::WrittenKernel& kernel : *kernels) {
      if (kernel.file() == candidate.source) return {.in_place = kernel.in_place};
    }
  }
  return {.alignment = write::k_judged_alignment};
}

Result<std::string> launched_table(const Problem& problem, const std::string& path, const std::string& device,
                                   Context& context) {
  if (!context.files.info(path))
    return bad_input(fmt::format("there is no file `{}`", path), {}, "name the dispatch.toml of a run's folder");
  TRY(text, read_text(context.files, path));
  TRY(table, write::parse_size_table(text, path));
  const KnownKernels known(problem, device, context);
  std::vector<write::TableKernel> kernels;
  for (const std::string& name : table.kernels()) {
    const bool is_original = name == write::k_original;
    TRY(candidate, is_original ? standalone_original(problem)
                               : load_candidate(problem, join_path(directory_of(path), name), context.files));
    TRY_VOID(refuse_macros(candidate));
    write::LauncherTerms terms = is_original ? write::LauncherTerms{.is_original = true} : known.terms_of(candidate);
    TRY(source, inlined_headers(request_of(candidate), context.files));
    candidate.source = std::move(source);
    kernels.push_back({name, std::move(candidate), std::move(terms)});
  }
  return write::table_launcher_text(problem, table, kernels);
}

}  // namespace whet
