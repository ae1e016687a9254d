// What `whet runs` shows: the runs of a project, newest first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mind/money/ledger.h"
#include "report/canvas/canvas.h"
#include "store/store.h"
#include "util/text/json.h"

namespace whet {

struct RunsView {
  struct Row {
    store::Run run;
    int64_t candidates = 0;
    std::optional<store::Speedup> champion;  // over the baseline
    MindSpending minds;                      // no calls: no mind was asked
  };
  std::string project;  // its root
  std::vector<Row> rows;
  size_t earlier = 0;  // runs that are not shown
};

Result<RunsView> collect_runs(store::Store& store, size_t last);
void render(const RunsView& view, Canvas& canvas);
Json to_json(const RunsView& view);

}  // namespace whet
