// The part of a prompt that is the same in all prompts of a run: rules of the answer, catalogue of methods, skills,
// what the kernel computes, and what was learned before. Text of the user's files is in blocks marked as data.
#pragma once

#include <string>
#include <vector>

#include "consult/prompt/evidence.h"
#include "describe/kernel_meaning.h"
#include "problem/data/resolve.h"
#include "store/lesson.h"

namespace whet::consult {

struct ConstantInputs {
  const Problem& problem;
  const std::vector<ResolvedCase>& cases;  // with the run's sizes
  std::string gpu;                         // "NVIDIA H200"
  int sm = 0;                              // its compute capability times ten
  KernelMeaning meaning;
  KernelEvidence evidence;  // of the original: chooses the skills
  std::vector<store::Lesson> lessons;
  std::vector<std::string> learned = {};  // methods that helped on other kernels like it, as lines
};

// The ids of methods that this architecture can have; `plan` may rule out some for what it lacks.
std::vector<std::string> possible_methods(const Knowledge& knowledge, int sm, const std::optional<Plan>& plan);

Result<std::string> constant_part(const ConstantInputs& inputs, Redaction& redaction, const Knowledge& knowledge);

}  // namespace whet::consult
