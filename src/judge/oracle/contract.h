// The precision contract: which wrong answers the tolerance must reject, and which instructions the class allows.
#pragma once

#include <string>
#include <vector>

#include "compile/compiler.h"
#include "judge/oracle/oracle.h"
#include "judge/trial/trial.h"
#include "problem/file/problem.h"

namespace whet {

// An answer that no honest kernel gives, and whether the comparison would accept it.
struct NullAnswer {
  std::string name;  // "zeros", "the answer to other data", "`in` copied", "inputs in fp16"
  bool refused = false;
  bool must_be = true;  // else it is only a note: some results do not depend on the lost digits
};

// Compares null answers with the answer to `plain`; `other` is a trial with other data.
Result<std::vector<NullAnswer>> null_answers(const Problem& problem, Oracle& oracle, const Trial& plain,
                                             const Trial& other);

// Instructions of the build's kernels that are less exact than the problem's class and inputs allow: "HMMA.16816.F32".
Result<std::vector<std::string>> forbidden_instructions(const Problem& problem, const Build& build);

}  // namespace whet
