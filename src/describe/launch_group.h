// Some consecutive launches of a problem as one meaning.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "describe/whole_parameters.h"
#include "lift/explain/explanation.h"

namespace whet {

// All launches of a problem as they were lifted, in the parameters of the whole.
struct LiftedLaunches {
  std::vector<lift::LaunchedMeaning> launches;
  std::vector<std::string> kernels;  // mangled
  std::string ptx;
};

// Lifts every launch, and confirms each kernel alone. An error names the launch.
Result<LiftedLaunches> lift_launches(const Problem& problem, const std::vector<lift::ExplainRequest>& requests,
                                     const WholeParameters& whole, lift::Arena& arena);

// What the launches from `begin` to `end` compute, confirmed by running them. Scratch that other launches use is like
// any other array.
Result<lift::Meaning> group_meaning(const Problem& problem, const LiftedLaunches& lifted, const WholeParameters& whole,
                                    lift::Arena& arena, size_t begin, size_t end,
                                    const std::function<bool()>& is_time_over);

}  // namespace whet
