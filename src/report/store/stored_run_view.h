// What `whet show` shows of a run: how it ended, what it found, its last rounds and its fastest candidates.
#pragma once

#include <optional>
#include <vector>

#include "report/canvas/canvas.h"
#include "store/store.h"
#include "util/text/json.h"

namespace whet {

struct StoredRunView {
  store::Run run;
  std::vector<store::OutcomeCount> outcomes;  // most frequent first
  std::optional<store::Candidate> baseline, champion;
  std::vector<store::Attribution> attributions;  // of the champion
  std::vector<store::RoundSummary> rounds;       // the last ones
  std::vector<store::Candidate> fastest;
};

Result<StoredRunView> collect_stored_run(store::Store& store, store::RunId run, int64_t rounds, int64_t fastest);
void render(const StoredRunView& view, Canvas& canvas);
Json to_json(const StoredRunView& view);

// A line for each part of a candidate with its worth; draws nothing if there are none.
void render_attributions(const std::vector<store::Attribution>& attributions, store::TimeOrigin origin, Canvas& canvas);
Json attribution_json(const store::Attribution& attribution);

}  // namespace whet
