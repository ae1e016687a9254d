// What `whet learn` shows: what was learned from which runs, and the patterns that are known.
#pragma once

#include <string>
#include <vector>

#include "learn/run_patterns.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct TaughtRun {
  store::RunId run = 0;
  std::string kernel;
  learn::RunTeaching teaching;
};

struct PatternsView {
  std::string project;
  enum class About { list, learned, imported } about = About::list;
  std::vector<TaughtRun> runs;           // about learned
  size_t added = 0, known = 0;           // about imported: new ones, and those that were known
  std::vector<store::Pattern> patterns;  // all, oldest first
};

void render(const PatternsView& view, Canvas& canvas);
Json to_json(const PatternsView& view);

}  // namespace whet
