// A trial once more under the sanitizer that was asked for: every access, race and barrier is watched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/check/check.h"
#include "judge/check/trial_bench.h"

namespace whet {

struct SanitizedTrial {
  const Problem& problem;
  const Build& build;
  const Trial& trial;
  std::shared_ptr<const ResolvedCase> resolved;  // as the candidate is given it
};

// By the sanitizer of the services, in another order of blocks, or by their compute-sanitizer; nothing if they have
// neither. Errors break the rules, warnings of compute-sanitizer are added to the notes.
Result<std::optional<TrialResult>> sanitize_trial(const SanitizedTrial& sanitized, const CheckServices& services,
                                                  const TrialBench::Plan& plan, std::vector<std::string>& notes);

}  // namespace whet
