// Where the time of a run's rounds went. What neither compilers nor the judge used is whet's own overhead.
//
//   32 candidates, 4.00 s: 1.20 s waited for the compiler, 2.76 s judged and compared  ->  1.25 ms per candidate
#pragma once

#include <cstddef>

#include "judge/worker_protocol.h"
#include "util/text/json.h"

namespace whet {

struct RunCosts {
  size_t candidates = 0;       // judged in rounds; those that the ledger knew cost nothing
  double wall_seconds = 0;     // of the rounds
  double compile_seconds = 0;  // of all compilers, which run in parallel
  double waited_seconds = 0;   // for a compiler, while there was nothing to judge
  double judge_seconds = 0;    // checks and timing
  double compare_seconds = 0;  // paired rounds against the leader

  void add(const CandidateVerdict& verdict);
  double overhead_seconds() const;  // per candidate; 0 without candidates
};

Json to_json(const RunCosts& costs);
RunCosts costs_from(const Json& json);  // missing members are 0

}  // namespace whet
