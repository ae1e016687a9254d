// Requests to a worker and its answers, as values and as JSON. docs/processes.md describes the messages.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "judge/timing/case_timing.h"
#include "judge/timing/comparison.h"
#include "judge/trial/outcome.h"
#include "judge/trial/trial.h"
#include "util/text/json.h"

namespace whet {

// The session that a worker shall open.
struct SessionOrder {
  std::string problem;  // path on the worker's machine
  std::string device = "virtual:h200";
  uint64_t secret = 1;
  std::map<std::string, int64_t> dims;
  Effort effort = Effort::quick;
  bool exact = false;
  size_t cases = 0;           // only the first `cases` of the problem; 0: all
  bool host_code = false;     // candidates may be host functions although the original is a kernel
  double call_seconds = 0;    // for one call; 0: as usual for the device
  double check_seconds = 0;   // for all trials of a candidate, or ten times the original's; 0: as usual
  uint64_t memory_bytes = 0;  // for a runner; 0: three quarters of the machine's
  CompileAdditions additions = {};
};
Json to_json(const SessionOrder& order);
Result<SessionOrder> order_from(const Json& json);

// A candidate as it is sent. Without a source it is the original's; `tunables` are values of what find_tuning_space
// finds in it.
struct SentCandidate {
  std::string name = "candidate.cu", source, sidecar;
  std::map<std::string, int64_t> tunables;
  std::vector<Incumbent> incumbents;  // one for each case, or none
};
Json to_json(const SentCandidate& candidate);
Result<SentCandidate> candidate_from(const Json& json);

// The verdict on a candidate, as it is sent.
struct CandidateVerdict {
  uint64_t id = 0;  // for later comparisons; 0: it did not compile
  Outcome outcome = Outcome::correct;
  std::string reason;
  bool promising = false;
  size_t trials = 0;                     // passed
  std::string compiler;                  // "NVRTC 13.0"
  std::vector<ResourceUsage> resources;  // of the first case's kernels
  std::vector<CaseTiming> timings;
  double compile_seconds = 0, check_seconds = 0, time_seconds = 0;
  double wait_seconds = 0;  // for its compiler, while there was nothing else to judge
};
Json to_json(const CandidateVerdict& verdict);
Result<CandidateVerdict> verdict_from(const Json& json);

// Two candidates compared in one case.
struct CaseComparison {
  std::string name;
  SpeedComparison comparison;
  double baseline_seconds = 0, candidate_seconds = 0;  // medians
};
struct CandidateComparison {
  Outcome outcome = Outcome::correct;  // or invalid
  std::string reason;
  std::vector<CaseComparison> cases;
};
Json to_json(const CandidateComparison& comparison);
Result<CandidateComparison> comparison_from(const Json& json);

}  // namespace whet
