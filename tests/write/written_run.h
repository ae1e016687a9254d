// A problem and its written kernels on the virtual GPU, with every check on.
#pragma once

#include "support/problem_run.h"
#include "write/writer.h"

namespace whet::test {

class WrittenRun : public ProblemRun {
 public:
  Result<write::WrittenKernels> write(const Problem& problem) { return write::write_kernels(problem, compiler_); }
};

}  // namespace whet::test
