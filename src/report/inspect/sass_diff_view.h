// What `whet sass --diff` shows.
#pragma once

#include <string>
#include <vector>

#include "diagnose/sass_diff.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct SassDiffView {
  std::string before_file, after_file;
  std::vector<KernelDiff> kernels;
  std::vector<std::string> only_before, only_after;  // kernels without a counterpart
};

void render(const SassDiffView& view, Canvas& canvas);
Json to_json(const SassDiffView& view);

}  // namespace whet
