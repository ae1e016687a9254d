// When the search ends.
#pragma once

#include <string>

#include "optimize/score/settings.h"

namespace whet {

// The state of the search between two rounds.
struct LoopState {
  size_t rounds = 0, candidates = 0;
  size_t stale_rounds = 0;     // since the leader changed
  double seconds = 0;          // so far
  double share = 0;            // of the ceiling that the leader reaches; 0: not known
  double attained = 0;         // the same, of what kernels attain on this GPU
  std::string ceiling;         // what sets it: "DRAM bandwidth"
  double confirm_seconds = 0;  // that confirming a champion would take
  bool has_room = true;        // for another candidate, before the champion must be confirmed
  bool interrupted = false;    // by the user
};

// Why the search ends; empty: it continues. The ceiling comes first, because it says most.
std::string stop_reason(const OptimizeSettings& settings, const LoopState& state);

}  // namespace whet
