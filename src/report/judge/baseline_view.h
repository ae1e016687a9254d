// A kernel compared with other implementations of the same problem.
#pragma once

#include <optional>
#include <vector>

#include "judge/baseline/python_baseline.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct BaselineView {
  BaselineResult result;
  std::optional<double> speedup;  // of the kernel over it: 2 if the kernel takes half the time; none: not comparable
};

// Returns nothing unless both were measured on a GPU.
std::optional<double> speedup_over(const BaselineResult& baseline, const Timing& kernel);

// A table with a row for each; draws nothing if there are none.
void render(const std::vector<BaselineView>& baselines, Canvas& canvas);
Json to_json(const BaselineView& baseline);

}  // namespace whet
