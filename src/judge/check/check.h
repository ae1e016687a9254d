// Whether a candidate computes what its problem asks, with nothing trusted that it could have written.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "judge/check/candidate_time.h"
#include "judge/check/check_case.h"
#include "judge/check/examination.h"
#include "judge/oracle/contract.h"
#include "judge/oracle/oracle.h"
#include "judge/sanitizer/compute_sanitizer.h"
#include "judge/trial/checked_outputs.h"
#include "judge/trial/outcome.h"
#include "judge/trial/trial.h"
#include "problem/verdict.h"

namespace whet {

// A trial as it came out.
struct TrialResult {
  std::string case_name, trial, what;
  Outcome outcome = Outcome::correct;
  std::string reason;  // of any other outcome
  Verdict verdict;     // empty when it was not compared
  std::vector<DataRange> ranges = {};
};

struct CheckReport {
  Outcome outcome = Outcome::correct;
  std::string reason;                // one sentence; empty when correct
  std::vector<TrialResult> trials;   // in order; the last is the one that failed
  std::vector<NullAnswer> contract;  // of the first case
  std::vector<std::string> notes;
  std::vector<std::string> warnings;  // what the verdict is worth less for
  std::string stopped;         // how the original itself ended on data that means nothing to it; empty: it did not
  double longest_seconds = 0;  // of a trial on the device
};

// What is checked, and against what.
struct CheckSubject {
  const Problem& problem;   // the candidate in its problem's place
  const Problem* original;  // nullptr: the candidate is the original
  std::vector<CheckCase> cases;
};

// What a check asks of a candidate.
struct CheckPlan {
  TrialPlan trials;
  uint64_t guard_bytes = 0;               // around each array, on devices that do not watch bounds themselves
  CandidateTime::Rule time = {};          // limit of a candidate; the original has none
  const Examination* prepared = nullptr;  // questions for the same cases; nullptr: they are made for this check alone
  bool is_watched = false;                // JudgeBench::check watches it after its trials, at a small size
};

// Who takes part in a check.
struct CheckServices {
  Oracle& oracle;
  Device& device;      // runs the candidate; its memory holds the arrays
  Compiler& compiler;  // compiles the original if its trials are needed for comparison
  const FileSystem& files;
  Device* sanitizer = nullptr;                    // watches the first trial of each case; nullptr: not asked for
  ComputeSanitizer* compute_sanitizer = nullptr;  // the same on a GPU
  CheckedOutputs* outputs = nullptr;              // results of earlier candidates for the plan's prepared questions
  // Called after each trial with its number and how many there are.
  std::function<void(size_t done, size_t all)> progress = {};
};

// Runs the candidate on the device and compares with the oracle. An error is not the candidate's fault; a candidate
// that crashes, faults or hangs is `failed` in the report.
Result<CheckReport> check_candidate(const CheckSubject& subject, const CheckPlan& plan, const CheckServices& services);

}  // namespace whet
