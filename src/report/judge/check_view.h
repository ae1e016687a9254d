// What `whet check` shows: the verdict with its reason, what was tried, and what the comparison is worth.
#pragma once

#include <string>
#include <vector>

#include "judge/check/check.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct CheckView {
  std::string problem, candidate;    // as the user named them; candidate empty: the problem's own kernel
  std::string flags;                 // that ask the same again: " --dims n=100"
  std::vector<std::string> assumed;  // what nobody said, of a kernel without a problem.toml
  std::string saved;                 // the problem.toml that was written; empty: none
  std::string device, compiled;      // "virtual:h200", "sm_90a by NVRTC 13.0"
  std::string reference;             // "reference.cpp"
  std::string isolation;             // how the candidate was kept apart
  uint64_t seed = 0;
  size_t cases = 0;
  CheckReport report;
};

void render(const CheckView& view, Canvas& canvas);
Json to_json(const CheckView& view);

}  // namespace whet
