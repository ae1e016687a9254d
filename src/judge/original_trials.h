// The original kernel in the trials of its candidates: what it cannot do is not asked of them.
#pragma once

#include <string>

#include "judge/oracle.h"
#include "judge/trial_bench.h"
#include "problem/judge.h"

namespace whet {

class OriginalTrials {
 public:
  // Without an original nothing is excused, and every trial is admitted.
  OriginalTrials(const Problem* original, const TrialBench::Plan& plan, Oracle& oracle, Device& device,
                 Compiler& compiler)
      : original_(original), plan_(plan), oracle_(oracle), device_(device), compiler_(compiler) {}

  // Whether data beyond the problem's own means something: the original runs with it and agrees with the reference. It
  // is asked once; the trial remembers.
  Result<bool> admits(const Trial& trial);
  // Whether a candidate's failure is the data's: a result may be as wrong as the original's, and a candidate may fail
  // to run with what the original cannot run with either. What breaks a rule is excused by nothing.
  Result<bool> excuses(const Trial& trial, Outcome outcome, const Verdict& verdict);
  // That it takes for one trial, once its code is on the device.
  Result<double> seconds_of(const Trial& trial);
  // Of outputs that the class takes: whether they miss what the trial asks beyond it, and the original does not.
  Result<std::string> missed_strictly(const Problem& problem, const Trial& trial,
                                      const std::vector<std::string>& outputs);

 private:
  struct Answer {
    Outcome outcome = Outcome::correct;
    std::string reason;
    Verdict verdict;
    std::vector<std::string> outputs;
  };
  Result<Answer> run(const Trial& trial);

  const Problem* original_;
  TrialBench::Plan plan_;
  Oracle& oracle_;
  Device& device_;
  Compiler& compiler_;
};

// The outputs against the reference with this share of their values as the tolerance, of fp32 results alone.
Result<Verdict> compare_strictly(const Problem& problem, const Trial& trial, double share,
                                 const std::vector<std::string>& outputs, Oracle& oracle);

}  // namespace whet
