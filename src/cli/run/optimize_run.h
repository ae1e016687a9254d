// From settings to a finished search: shared by `optimize`, `tune` and `resume`.
#pragma once

#include "cli/flags/compile_options.h"
#include "cli/flags/mind_flags.h"
#include "cli/flags/run_output.h"
#include "cli/frame/command.h"
#include "cli/run/run_end.h"
#include "hardware/reachable.h"
#include "optimize/run/opened_run.h"
#include "optimize/run/search_loop.h"

namespace whet {

struct OptimizeFlags {
  std::string problem, device = "auto", dims, seed, strategy;
  int candidates = 200, batch = 0, patience = 6;
  int seconds = 120;
  int target = static_cast<int>(100 * k_usual_target + 0.5);  // percent
  bool declared = false, commit = false;
  std::vector<std::string> without;  // "writer", "plan"
  MindFlags minds;
  CompileOptions compile;
  RunOutput output;
};

// The options of every command that begins a run.
std::vector<Option> optimize_options(OptimizeFlags* flags);

// A problem that cannot be run is refused before anything is stored.
Result<OpenedRun> begin_search(const OptimizeFlags& flags, Context& context);
// Reopens a run of the project that holds `folder`; 0 means its last run.
// `minds` are those that the command line names.
Result<OpenedRun> resume_search(const std::string& folder, store::RunId run, const std::vector<std::string>& minds,
                                Context& context);

EndedRun ended(OpenedRun& run, const OptimizeResult& result);

Result<OptimizeResult> search_kernel(OpenedRun& run, const RunOutput& output, Context& context);

}  // namespace whet
