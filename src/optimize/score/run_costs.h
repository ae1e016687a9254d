// Where the time of a run's rounds went. What is neither the compiler's nor the judge's is whet's own.
//
//   32 candidates, 4.00 s: 1.20 s waited for the compiler, 2.76 s judged and compared  ->  1.25 ms a candidate
#pragma once

#include <cstddef>

#include "judge/worker_protocol.h"
#include "util/text/json.h"

namespace whet {

struct RunCosts {
  size_t candidates = 0;       // judged in rounds; those the archive knew cost nothing
  double wall_seconds = 0;     // of the rounds
  double compile_seconds = 0;  // of all compilers, which work side by side
  double waited_seconds = 0;   // for a compiler, with nothing to judge meanwhile
  double judge_seconds = 0;    // checks and timing
  double compare_seconds = 0;  // paired rounds against the leader

  void add(const CandidateVerdict& verdict);
  double overhead_seconds() const;  // of one candidate; 0 when there was none
};

Json to_json(const RunCosts& costs);
RunCosts costs_from(const Json& json);  // what is not there is 0

}  // namespace whet
