// What `whet show RUN --candidate N` shows: one candidate from its proposal to its last measurement.
#pragma once

#include <optional>

#include "report/canvas/canvas.h"
#include "store/store.h"
#include "util/text/json.h"

namespace whet {

struct StoredCandidateView {
  store::Run run;
  store::CandidateRecord record;
  std::optional<int> parent;  // its index within the run
  bool with_source = false;
};

Result<StoredCandidateView> collect_stored_candidate(store::Store& store, store::RunId run, int index,
                                                     bool with_source);
void render(const StoredCandidateView& view, Canvas& canvas);
Json to_json(const StoredCandidateView& view);

}  // namespace whet
