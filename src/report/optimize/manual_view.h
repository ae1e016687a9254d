// What `whet start`, `submit` and `ablate` show: what was found, and the next step.
#pragma once

#include <string>

#include "optimize/run/manual_run.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

// The run, and how the next commands name it.
struct ManualRunName {
  store::RunId run = 0;
  std::string kernel, device;
  std::string where;  // " --project DIR" if the commands would not find it otherwise
};

struct StartView {
  ManualRunName run;
  CandidateVerdict original;
  double seconds = 0, share = 0;  // of the ceiling; 0: not known
  std::string ceiling;            // "DRAM bandwidth"
  double floor_seconds = 0;
  Origin origin = Origin::modelled;
  std::vector<std::string> memory;  // lessons of earlier runs
};
void render(const StartView& view, Canvas& canvas);
Json to_json(const StartView& view);

struct RoundView {
  ManualRunName run;
  RoundReport report;
};
void render(const RoundView& view, Canvas& canvas);
Json to_json(const RoundView& view);

struct AblationView {
  ManualRunName run;
  AblationReport report;
};
void render(const AblationView& view, Canvas& canvas);
Json to_json(const AblationView& view);

}  // namespace whet
