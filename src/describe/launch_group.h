// Some consecutive launches of a problem as one meaning.
#pragma once

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

// Whether a sum may be part of the terms of another one, where it would be summed again for every element.
enum class NestedSums : uint8_t { refused, allowed };

// What the launches from `begin` to `end` compute. Scratch that other launches use is like any other array.
Result<lift::Meaning> compose_group(const LiftedLaunches& lifted, const WholeParameters& whole, lift::Arena& arena,
                                    size_t begin, size_t end, NestedSums nested = NestedSums::refused);
// By running them; an error says why it is not confirmed.
Result<void> confirm_group(const Problem& problem, const LiftedLaunches& lifted, const WholeParameters& whole,
                           lift::Arena& arena, size_t begin, size_t end, const lift::Meaning& meaning);
// Both.
Result<lift::Meaning> group_meaning(const Problem& problem, const LiftedLaunches& lifted, const WholeParameters& whole,
                                    lift::Arena& arena, size_t begin, size_t end);

}  // namespace whet
