// What a check has found so far, as it will be told.
#pragma once

#include <string>

#include "judge/check/check.h"

namespace whet {

class CheckFindings {
 public:
  // The subject must outlive it.
  explicit CheckFindings(const CheckSubject& subject) : subject_(subject) {}

  bool is_sound() const { return whet::is_sound(report.outcome); }
  // A trial of several calls is told once.
  void tell(TrialResult result);
  // A wrong result that is not held against the candidate.
  void tell_unheld(const Trial& trial, const TrialResult& result);
  // A trial that was not asked of it, and why.
  void leave_out(const Trial& trial, const std::string& why);
  // Data that never reached the kernel explains a wrong result better than anything else.
  void end(Outcome outcome, std::string reason);
  // The same for an error.
  Error explained(Error error) const;

  CheckReport report;

 private:
  const CheckSubject& subject_;
};

}  // namespace whet
