// The part of a prompt that is new each time: the kernel, what binds it, what was tried, and the task.
#pragma once

#include <string>
#include <vector>

#include "consult/prompt/attempts.h"
#include "consult/prompt/evidence.h"
#include "problem/file/problem.h"

namespace whet::consult {

struct FreshInputs {
  std::string shown;       // the kernel's file as the mind sees it
  const Problem& problem;  // with the launches of that kernel
  std::string note;        // "This is the original."
  KernelEvidence evidence;
  std::vector<Attempt> attempts;
  std::string budget, task;
  EvidenceScope scope = k_usual_scope;
};

// A text with the ends of lines that answers have.
std::string with_plain_lines(std::string text);

Result<std::string> fresh_part(const FreshInputs& inputs, Redaction& redaction, const Knowledge& knowledge);

}  // namespace whet::consult
