#include "problem/build.h"

#include <set>

#include "problem/signature/entry.h"
#include "source/kernel/constants.h"
#include "source/text/code.h"
#include "util/text.h"

namespace whet {

namespace {

// The macros that a source defines before its first other line.
std::set<std::string> leading_defines(const std::string& source) {
  std::set<std::string> names;
  for (const Token& token : read_code(source).tokens) {
    const Directive line = token.kind == TokenKind::directive ? directive(token) : Directive{};
    if (line.name != "define" || line.tokens.empty()) break;
    names.emplace(line.tokens[0].text);
  }
  return names;
}

}  // namespace

CompileRequest compile_request(const Problem& problem, const ResolvedCase& resolved,
                               std::vector<Architecture> architectures) {
  CompileRequest request;
  request.file = problem.kernel;
  request.source = problem.source;
  request.judged = problem.is_candidate;
  request.architectures = std::move(architectures);
  request.include_directories = problem.include_directories;
  request.extra_flags = problem.compiler_flags;
  if (!problem.file.empty()) request.out_of_reach.push_back(problem.file);
  if (problem.reference.kind == ReferenceFile::Kind::cpp || problem.reference.kind == ReferenceFile::Kind::python)
    request.out_of_reach.push_back(problem.reference.file);
  const std::string& on_gpu = problem.reference.gpu;
  if (!on_gpu.empty() && on_gpu != problem.kernel) request.out_of_reach.push_back(on_gpu);
  if (problem.is_host_function) request.host_function = problem.entry;
  const std::set<std::string> own = leading_defines(problem.source);
  for (const ProblemDefine& define : problem.defines) {
    if (!own.contains(define.name)) request.defines.push_back(define.name + "=" + define.text);
  }
  for (const NamedNumber& tunable : resolved.tunables) {
    if (constant_value(request.source, tunable.name) == tunable.value) continue;
    if (auto edited = set_constant(request.source, tunable.name, tunable.value))
      request.source = std::move(*edited);
    else
      request.defines.push_back(tunable.name + "=" + std::to_string(tunable.value));
  }
  std::vector<std::string> entries;
  for (const ProblemLaunch& launch : problem.launches) entries.push_back(launch.entry);
  const bool is_cuda = extension_of(problem.kernel) != ".ptx";
  if (is_cuda && !problem.is_host_function) request.source += explicit_instantiations(request.source, entries);
  return request;
}

}  // namespace whet
