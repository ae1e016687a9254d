// The original kernel in the trials of its candidates: what it cannot do is not asked of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/check/trial_bench.h"
#include "judge/oracle/oracle.h"
#include "problem/verdict.h"

namespace whet {

// Of a candidate's failure beside the original.
enum class Standing : uint8_t { held, excused, meaningless };

class OriginalTrials {
 public:
  // Without an original nothing is excused, and every trial is admitted.
  OriginalTrials(const Problem* original, const TrialBench::Plan& plan, Oracle& oracle, Device& device,
                 Compiler& compiler)
      : original_(original), plan_(plan), oracle_(oracle), device_(device), compiler_(compiler) {}

  // Whether data beyond the problem's own means something: the original runs with it and agrees with the reference. It
  // is asked once; the trial remembers.
  Result<bool> admits(const Trial& trial);
  // What the original makes of data that a candidate is wrong or fails with. A wrong result alone is excused, where the
  // original is as wrong; data that the original cannot run with asks nothing of anybody.
  Result<Standing> standing(const Trial& trial, Outcome outcome, const Verdict& verdict);
  // Whether there is an original, and it is right.
  Result<bool> is_right(const Trial& trial);
  // Whether it is right as far out as a trial with a reach, and a margin farther: a candidate may overflow sooner.
  Result<bool> has_room(const Trial& trial, const Trial& plain);
  // Its code at a trial's sizes; empty without an original.
  Result<std::string> ptx(const Trial& trial);
  // What it writes, right or not; nothing where there is no original, or it cannot run.
  Result<std::optional<ArrayContents>> outputs(const Trial& trial);
  // That it takes for one trial, once its code is on the device.
  Result<double> seconds_of(const Trial& trial);
  // Of outputs that the class takes: whether they miss what the trial asks beyond it, and the original does not.
  Result<std::string> missed_strictly(const Problem& problem, const Trial& trial, const ArrayContents& outputs);

 private:
  struct Answer {
    Outcome outcome = Outcome::correct;
    std::string reason;
    Verdict verdict;
    ArrayContents outputs;
  };
  // Who judges the original: where it stands in for the reference, the reference itself.
  Oracle& last_word(const Trial& trial);
  Trial asked_of_authority(const Trial& trial) const;
  Result<Build> build(const ResolvedCase& resolved);
  Result<TrialRun> call(const Trial& trial);
  Result<Answer> run(const Trial& trial);

  const Problem* original_;
  TrialBench::Plan plan_;
  Oracle& oracle_;
  Device& device_;
  Compiler& compiler_;
};

// The outputs against the reference with this share of their values as the tolerance, of fp32 results alone.
Result<Verdict> compare_strictly(const Problem& problem, const Trial& trial, double share, const ArrayContents& outputs,
                                 Oracle& oracle);

}  // namespace whet
