// Runs the launches of a staged problem, one after another.
#pragma once

#include "cli/flags/run_settings.h"
#include "cli/frame/context.h"
#include "device/open/open_device.h"
#include "device/staged_problem.h"
#include "report/run/run_view.h"

namespace whet {

// What the launches of one run need.
struct LaunchPlan {
  const Problem& problem;
  const ResolvedCase& resolved;
  const RunFlags& flags;
  const RunSettings& settings;
  Context& context;
  // What to do about the time of a launch that was counted to its end.
  std::function<std::vector<ActionView>(const Launch&, const VirtualReport&)> advise = {};
};

// Fills the arrays and runs every launch with counting. With checks, findings are collected; without, a fault is the
// error. `outputs` receives the problem's outputs.
Result<std::vector<LaunchView>> run_counted(const LaunchPlan& plan, StagedProblem& staged, VirtualDevice& device,
                                            ArrayContents& outputs);

// The same on a real GPU: the result of one run, then the measured time of each launch alone.
Result<std::vector<LaunchView>> run_measured(const LaunchPlan& plan, StagedProblem& staged, Device& device,
                                             ArrayContents& outputs);

}  // namespace whet
