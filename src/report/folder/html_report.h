// The report of a run as one HTML file, which needs no network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hardware/ceilings.h"
#include "report/diagnose/launch_picture.h"
#include "report/inspect/machine_code_view.h"
#include "report/optimize/optimize_view.h"
#include "report/plot/timeline_plot.h"

namespace whet {

struct RunReport {
  OptimizeView view;
  std::vector<TimelinePoint> timeline;      // all candidates by their number
  std::string before_source, after_source;  // of baseline and champion
  std::string gpu;                          // the GPU of these ceilings
  std::optional<Ceilings> ceilings;
  std::optional<MachineCodeView> machine_code;
  std::string without_machine_code;           // why it is missing
  std::optional<LaunchPicture> picture;       // of the longest launch, before and after
  std::string limited_before, limited_after;  // "DRAM 92 %", modelled; empty: not known
  std::string problem;                        // its folder, as in commands; empty: not known
  std::vector<std::string> flags;             // of the champion's compiler
  std::string launches;                       // how the champion is launched, as TOML
};

std::string report_html(const RunReport& report);

}  // namespace whet
