// The end of a run: its files are written, and what came of it is shown.
#pragma once

#include <functional>

#include "cli/optimize_run.h"

namespace whet {

// What else a command makes of a finished run; what it gives is shown with the result.
using Export = std::function<Result<std::string>()>;

// The result is shown whatever goes wrong with the files; that is told after it.
Result<ExitCode> end_session(const OptimizeResult& result, RunSession& session, const RunOutput& output,
                             Context& context, const Export& exported = {});

}  // namespace whet
