// Values of the store as reports write them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/canvas/canvas.h"
#include "store/store.h"
#include "util/text/json.h"

namespace whet {

std::string speedup_text(const std::optional<store::Speedup>& speedup);  // "3.42x [3.38 3.45]"; "" when absent
std::string date_text(int64_t epoch_ms);                                 // "2026-11-15 11:45", local time
std::string utc_text(int64_t epoch_ms, const char* format = "%Y-%m-%d %H:%M:%S UTC");
std::string duration_text(int64_t ms);                   // "1 h 5 min", "2 min 5 s", "3.2 s"
std::string kernel_text(const store::KernelId& kernel);  // "softmax (examples/softmax)"
std::string tunables_text(const Json& tunables);         // "TILE=32 ROWS=8"
// What distinguishes a candidate: its tunables, its methods, else its memo.
std::string candidate_text(const store::Candidate& candidate);
std::string outcomes_text(const std::vector<store::OutcomeCount>& outcomes);  // "4: 2 faster, 1 same, 1 wrong"
Tone tone_of_outcome(const std::string& outcome);

Json speedup_json(const std::optional<store::Speedup>& speedup);  // {value, low, high}, or null
Json candidate_json(const store::Candidate& candidate);
Json run_json(const store::Run& run);
Json round_json(const store::RoundSummary& round);
Json outcome_json(const store::OutcomeCount& count);

}  // namespace whet
