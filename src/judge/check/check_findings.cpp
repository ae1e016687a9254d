#include "judge/check/check_findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/module_variables.h"

namespace whet {

void CheckFindings::tell(TrialResult result) {
  if (!whet::is_sound(result.outcome)) end(result.outcome, result.reason);
  const bool is_next = !report.trials.empty() && report.trials.back().trial == result.trial &&
                       report.trials.back().case_name == result.case_name;
  if (is_next) report.trials.pop_back();
  report.trials.push_back(std::move(result));
}

void CheckFindings::tell_unheld(const Trial& trial, const TrialResult& result) {
  std::string note = fmt::format("told, and not held against it (case {}): {}", trial.resolved->name, result.reason);
  if (std::find(report.notes.begin(), report.notes.end(), note) == report.notes.end())
    report.notes.push_back(std::move(note));
  if (!subject_.original && result.outcome == Outcome::failed) report.stopped = result.reason;
}

void CheckFindings::leave_out(const Trial& trial, const std::string& why) {
  report.notes.push_back(fmt::format("not asked of it (case {}): {}; {}", trial.resolved->name, trial.what, why));
}

void CheckFindings::end(Outcome outcome, std::string reason) {
  report.outcome = outcome;
  report.reason = std::move(reason);
  if (outcome != Outcome::wrong) return;
  for (const std::string& hint : unwritten_variables(subject_.problem, subject_.cases.front().build))
    report.reason += "; " + hint;
}

Error CheckFindings::explained(Error error) const {
  for (const std::string& hint : unwritten_variables(subject_.problem, subject_.cases.front().build))
    error.details += "  note: " + hint + "\n";
  return error;
}

}  // namespace whet
