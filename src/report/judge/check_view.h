// What `whet check` shows: the verdict with its reason, the trials, and what the tolerance would accept.
#pragma once

#include <string>
#include <vector>

#include "judge/check/check.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct CheckView {
  std::string problem, candidate;    // as the user named them; candidate empty: the problem's own kernel
  std::string flags;                 // that repeat the same check: " --dims n=100"
  std::vector<std::string> assumed;  // what was not given, for a kernel without a problem.toml
  std::string saved;                 // the problem.toml that was written; empty: none
  std::string device, compiled;      // "virtual:h200", "sm_90a by NVRTC 13.0"
  std::string reference;             // "reference.cpp"
  std::string isolation;             // how the candidate was isolated
  uint64_t seed = 0;
  size_t cases = 0;
  CheckReport report;
};

void render(const CheckView& view, Canvas& canvas);
Json to_json(const CheckView& view);

}  // namespace whet
