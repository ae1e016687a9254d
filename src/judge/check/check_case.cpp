#include "judge/check/check_case.h"

#include "problem/build.h"
#include "problem/data/module_variables.h"

namespace whet {

Result<std::vector<CheckCase>> build_cases(const Problem& candidate, const std::vector<ProblemCase>& cases,
                                           const ResolveOptions& options, const Device& device, Compiler& compiler,
                                           double compile_seconds) {
  std::vector<CheckCase> built;
  for (const ProblemCase& each : cases) {
    TRY(resolved, resolve_case(candidate, each, options));
    CompileRequest request = compile_request(candidate, resolved, {device.facts().architecture});
    if (compile_seconds > 0) request.seconds = compile_seconds;
    TRY(builds, compiler.compile(request));
    TRY_VOID(check_variables(candidate, resolved, builds.front()));
    built.push_back({std::move(resolved), std::move(builds.front())});
  }
  return built;
}

}  // namespace whet
