// What a proposer is told before its first proposal.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "consult/prompt/evidence.h"
#include "describe/kernel_meaning.h"
#include "diagnose/plan.h"
#include "problem/data/resolve.h"
#include "store/lesson.h"

namespace whet {

struct Proposal;

// A version of the kernel as one file, with what is known of its time.
struct StudiedKernel {
  std::string source;
  Problem problem;  // with its launches
  consult::KernelEvidence evidence;
};

// What someone who thinks about the kernel gets to see.
struct MindBrief {
  std::string gpu;  // "NVIDIA H200"
  int sm = 0;       // its compute capability times ten
  KernelMeaning meaning;
  std::vector<ResolvedCase> cases;     // at the run's sizes
  std::vector<store::Lesson> lessons;  // of earlier runs
  std::vector<std::string> learned;    // methods that helped on other kernels like it, as lines
  std::function<Result<StudiedKernel>(const Proposal&)> study;
};

struct Orders {
  std::optional<Plan> plan;        // for the original, from its modelled launch; absent: it could not be counted
  std::optional<MindBrief> brief;  // absent: nobody thinks
  std::optional<double> original_seconds;  // over all cases
};

}  // namespace whet
