// The machine code of a candidate, for proofs: compiled for the first case.
#pragma once

#include <map>
#include <string>

#include "compile/compiler.h"
#include "optimize/ablation/proof.h"
#include "problem/file/problem.h"
#include "propose/proposal.h"

namespace whet {

class CandidateBuilder {
 public:
  CandidateBuilder(const Problem& problem, std::map<std::string, int64_t> dims, Architecture architecture,
                   Compiler& compiler)
      : problem_(problem), dims_(std::move(dims)), architecture_(architecture), compiler_(compiler) {}

  Result<MachineCode> build(const Proposal& proposal) const;
  // The source as it was sent; the original's if the proposal has none.
  const std::string& source_of(const Proposal& proposal) const;

 private:
  const Problem& problem_;
  std::map<std::string, int64_t> dims_;
  Architecture architecture_;
  Compiler& compiler_;
};

}  // namespace whet
