#include "judge/check/refusal.h"

namespace whet {

std::optional<CheckReport> report_of_refusal(const Problem& candidate, const Error& error) {
  if (!candidate.is_candidate || error.kind != ErrorKind::failed) return std::nullopt;
  CheckReport report;
  report.outcome = error.where.empty() ? Outcome::failed : Outcome::invalid;
  report.reason = error.where.empty() ? error.what : error.what + " at " + error.where;
  if (!error.mend.empty()) report.notes.push_back("fix: " + error.mend);
  return report;
}

}  // namespace whet
