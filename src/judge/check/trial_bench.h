// A candidate's arrays and code on the device, for the trials of one case.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/staged_problem.h"
#include "judge/oracle/difference.h"
#include "judge/trial/checked_outputs.h"
#include "judge/trial/outcome.h"
#include "judge/trial/trial.h"
#include "util/system/secret_number.h"

namespace whet {

// What one trial showed; the reason is empty when the outputs may be compared.
struct TrialRun {
  Outcome outcome = Outcome::correct;
  std::string reason;
  ArrayContents outputs;
  std::vector<uint64_t> digests = {};    // of the outputs, where there is a memory
  const Verdict* known_right = nullptr;  // they are: what was said of the same ones; then they are not read
};

class TrialBench {
 public:
  struct Plan {
    uint64_t secret = 0;               // of the poison
    uint64_t guard_bytes = 0;          // around each array
    CheckedOutputs* memory = nullptr;  // of earlier candidates; for kernels alone
    bool read_outputs = false;         // though the memory knows them
    bool keeps_late = false;           // outputs are kept by `keep_outputs`
  };

  TrialBench(const Problem& problem, const Build& build, Device& device, const Plan& plan)
      : problem_(problem), build_(build), device_(device), plan_(plan) {}

  // Once its code is on the device, whatever goes wrong is the candidate's doing.
  Result<TrialRun> run(const Trial& trial, const std::shared_ptr<const ResolvedCase>& resolved);
  // Keeps what the last run left, before the next one.
  void keep_outputs(TrialRun& run);
  // Frees arrays that are not needed until the next run, where there is little room for others.
  void release();
  // What a call of it leaves as it was, whatever that is; nothing where that cannot be told.
  std::vector<UnwrittenElements> unwritten(const Trial& trial, const std::shared_ptr<const ResolvedCase>& resolved);

 private:
  Result<TrialRun> run_unprotected(const Trial& trial, const std::shared_ptr<const ResolvedCase>& resolved);
  Result<StagedProblem*> place(const Trial& trial, const std::shared_ptr<const ResolvedCase>& resolved);
  Result<void> note_unwritten(const Trial& trial, StagedProblem& staged, std::vector<UnwrittenElements>& unwritten);
  Result<TrialRun> call(const Trial& trial, StagedProblem& staged);
  Result<void> look_around(StagedProblem& staged, const std::vector<ModuleVariable>& before, TrialRun& run);

  const Problem& problem_;
  const Build& build_;
  Device& device_;
  Plan plan_;
  std::shared_ptr<const ResolvedCase> resolved_;
  std::unique_ptr<StagedProblem> staged_;
  std::shared_ptr<DeviceModule> module_;     // of arrays that were released
  bool is_moved_ = false, is_fresh_ = true;  // fresh: nothing was written into its arrays
  bool protects_inputs_ = true;
  uint64_t calls_ = 0;
  const uint64_t variables_key_ = secret_number();  // of digests; nobody else's
};

}  // namespace whet
