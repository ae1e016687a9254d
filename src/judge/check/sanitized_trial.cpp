#include "judge/check/sanitized_trial.h"

#include "judge/check/watched_result.h"

namespace whet {

Result<std::optional<TrialResult>> sanitize_trial(const SanitizedTrial& sanitized, const CheckServices& services,
                                                  const TrialBench::Plan& plan, std::vector<std::string>& notes) {
  using Sanitized = std::optional<TrialResult>;
  const Trial& trial = sanitized.trial;
  if (services.sanitizer) {
    TrialBench bench(sanitized.problem, sanitized.build, *services.sanitizer, plan);
    TRY(run, bench.run(trial, sanitized.resolved));
    TRY(result, watched_result(sanitized.problem, trial, run, services.oracle));
    return Sanitized(std::move(result));
  }
  if (!services.compute_sanitizer) return Sanitized();
  if (sanitized.problem.is_host_function) {
    notes.emplace_back("--sanitize watches kernels that whet launches, not host code");
    return Sanitized();
  }
  TRY(findings,
      services.compute_sanitizer->watch(sanitized.problem, *sanitized.resolved, trial.inputs, sanitized.build));
  const std::string reason = first_error(findings, notes);
  const Outcome outcome = reason.empty() ? Outcome::correct : Outcome::invalid;
  return Sanitized(TrialResult{trial.resolved->name, "sanitized", "every access watched", outcome, reason, {}});
}

}  // namespace whet
