// Runs a program in the foreground: it shares our terminal and standard streams.
#pragma once

#include "util/result.h"
#include "util/system/process.h"

namespace whet {

// Runs argv[0], a path, to its end, with `environment` added to ours; directory and timeout of the command are ignored.
// Returns the exit code, or 128 + the signal that killed the program. Ctrl-C reaches the program; we ignore it.
Result<int> run_in_foreground(const ProcessCommand& command);

}  // namespace whet
