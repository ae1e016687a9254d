#include "judge/check/check_case.h"

#include "problem/build.h"
#include "problem/module_variables.h"

namespace whet {

Result<std::vector<CheckCase>> build_cases(const Problem& candidate, const std::vector<ProblemCase>& cases,
                                           const ResolveOptions& options, const Device& device, Compiler& compiler,
                                           const CompileChoices& choices) {
  std::vector<CheckCase> built;
  for (const ProblemCase& each : cases) {
    TRY(resolved, resolve_case(candidate, each, options));
    CompileRequest request = compile_request(candidate, resolved, {device.facts().architecture});
    if (choices.seconds > 0) request.seconds = choices.seconds;
    request.exact = choices.exact;
    request.extra_flags.insert(request.extra_flags.end(), choices.flags.begin(), choices.flags.end());
    TRY(builds, compiler.compile(request));
    TRY_VOID(check_variables(candidate, resolved, builds.front()));
    built.push_back({std::move(resolved), std::move(builds.front())});
  }
  return built;
}

}  // namespace whet
