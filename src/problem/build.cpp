#include "problem/build.h"

#include "source/constants.h"

namespace whet {

CompileRequest compile_request(const Problem& problem, const ResolvedCase& resolved,
                               std::vector<Architecture> architectures) {
  CompileRequest request;
  request.file = problem.kernel;
  request.source = problem.source;
  request.architectures = std::move(architectures);
  request.include_directories = problem.include_directories;
  request.extra_flags = problem.compiler_flags;
  if (problem.is_host_function) request.host_function = problem.entry;
  for (const ProblemDefine& define : problem.defines) request.defines.push_back(define.name + "=" + define.text);
  for (const NamedNumber& tunable : resolved.tunables) {
    if (constant_value(request.source, tunable.name) == tunable.value) continue;
    if (auto edited = set_constant(request.source, tunable.name, tunable.value))
      request.source = std::move(*edited);
    else
      request.defines.push_back(tunable.name + "=" + std::to_string(tunable.value));
  }
  return request;
}

}  // namespace whet
