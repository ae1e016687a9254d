#include "optimize/ablation/candidate_builder.h"

#include "problem/build.h"
#include "problem/data/resolve.h"
#include "problem/signature/candidate.h"

namespace whet {

Result<MachineCode> CandidateBuilder::build(const Proposal& proposal) const {
  Problem problem = problem_;
  if (!proposal.source.empty()) {
    TRY(loaded, with_candidate(problem_, "candidate.cu", proposal.source, proposal.sidecar));
    problem = std::move(loaded);
  }
  ResolveOptions options;
  options.dims = dims_;
  TRY(resolved, resolve_case(problem, problem.cases.front(), options));
  CompileRequest request = compile_request(problem, resolved, {architecture_});
  request.exact = false;
  TRY(builds, compiler_.compile(request));
  return read_machine_code(std::move(builds.front().cubin));
}

const std::string& CandidateBuilder::source_of(const Proposal& proposal) const {
  return proposal.source.empty() ? problem_.source : proposal.source;
}

}  // namespace whet
