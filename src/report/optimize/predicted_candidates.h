// What was predicted of the written kernels of a run before they were compiled, next to what they took.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/canvas/canvas.h"
#include "store/store.h"
#include "util/text/json.h"

namespace whet {

struct PredictedCandidate {
  int candidate = 0;  // its number in the run
  std::string what;   // schedule and numbers
  double predicted_seconds = 0;
  std::optional<double> seconds;  // over all cases, like the prediction; nothing: it was not timed
};

// In the order in which they were tried; empty if nothing was predicted.
Result<std::vector<PredictedCandidate>> collect_predicted(store::Store& store, const store::Run& run);
// "median 1.04 times what was predicted"; empty if none was timed.
std::string predicted_text(const std::vector<PredictedCandidate>& predicted);
// The `most` fastest of them first; 0: all, as they were tried.
Table predicted_table(const std::vector<PredictedCandidate>& predicted, store::TimeOrigin origin, size_t most = 0);
Json to_json(const PredictedCandidate& predicted);

}  // namespace whet
