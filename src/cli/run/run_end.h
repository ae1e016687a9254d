// The end of a run of either driver: its folder and its commits are written, and its result is shown.
#pragma once

#include <functional>

#include "cli/flags/run_output.h"
#include "cli/frame/command.h"
#include "optimize/optimize_result.h"
#include "report/optimize/optimize_view.h"

namespace whet {

struct EndedRun {
  const OptimizeResult& result;
  store::Store& store;
  store::RunId run = 0;
  const Problem& problem;
  std::string note = {};  // about the device that was found
};

// A further step of a command after a run; the text that it returns is shown with the result.
using Export = std::function<Result<std::string>()>;

// The result is shown even if a file cannot be written; that error is reported after it.
Result<ExitCode> end_run(const EndedRun& ended, const RunOutput& output, Context& context, const Export& exported = {});

void show_view(const OptimizeView& view, const RunOutput& output, Context& context);

}  // namespace whet
